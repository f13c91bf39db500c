import type { Project } from '@basalt/contract';
import { SCHEDULES } from '../../../operations/follow/poll-schedules.ts';
import { useStatusPoll } from '../../../operations/follow/use-status-poll.ts';
import { newestOperation } from '../../../operations/progress/operation-labels.ts';
import { OperationProgress } from '../../../operations/progress/operation-progress.tsx';
import { useOperations } from '../../../operations/progress/use-operations.ts';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { SupportLink } from '../../../ui/pages/support-link.tsx';
import { CancelRestore } from '../cancel-restore.tsx';
import { DownloadButton } from '../downloads/download-button.tsx';
import { DownloadProgress } from '../downloads/download-progress.tsx';
import { useDownloads } from '../downloads/use-downloads.ts';
import { RESTORE_KINDS, restorationLabels } from '../restoration.ts';

/** Steps and progress, and at the foot help, a backup and the way out. */
export function RestoringPage({ project }: { project: Project }) {
  useStatusPoll(project, SCHEDULES.restoring);
  const { data, isFetchedAfterMount } = useOperations(project.ref, { live: true });
  const operation = data && isFetchedAfterMount ? newestOperation(data, RESTORE_KINDS) : undefined;
  const downloads = useDownloads(project);
  const { running, cancel } = restorationLabels(operation?.kind);
  return (
    <StatePage
      mark="live"
      title="Restoration in progress"
      status={project.status}
      text={running(project.name)}
      foot={
        <>
          <SupportLink project={project} subject={`Restoring ${project.name} does not come to an end`} />
          <DownloadButton downloads={downloads} />
          {cancel !== null && operation?.state === 'running' && (
            <CancelRestore project={project} ability={cancel} />
          )}
        </>
      }
    >
      <OperationProgress projectRef={project.ref} kinds={RESTORE_KINDS} state="running" />
      <DownloadProgress downloads={downloads} />
    </StatePage>
  );
}
