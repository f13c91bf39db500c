import type { Project, ProjectAbility } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { SCHEDULES } from '../../../operations/follow/poll-schedules.ts';
import { useStatusPoll } from '../../../operations/follow/use-status-poll.ts';
import { newestOperation } from '../../../operations/progress/operation-labels.ts';
import { OperationProgress } from '../../../operations/progress/operation-progress.tsx';
import { useOperations } from '../../../operations/progress/use-operations.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { SupportLink } from '../../../ui/pages/support-link.tsx';
import { DownloadButton, DownloadProgress, useDownloads } from '../downloads.tsx';
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
          <SupportLink project={project} subject={`Restoring ${project.name} does not finish`} />
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

/** Calls a restoration off; what it did is taken back. */
function CancelRestore({ project, ability }: { project: Project; ability: ProjectAbility }) {
  const { ref, abilities } = project;
  const [asking, setAsking] = useState(false);
  const { run, isRunning } = useAction({
    mutation: orpc.pauseAndDeletion.v1CancelRestore.mutationOptions(),
    done: 'Canceling the restoration',
    failed: (message) => `Failed to cancel the restoration: ${message}`,
  });
  const reason = abilities[ability] ? null : 'You need additional permissions to cancel this restoration';
  return (
    <>
      <GuardedButton reason={reason} onClick={() => setAsking(true)}>
        Cancel restoration
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Cancel restoration"
        confirmLabel="Cancel restoration"
        isRunning={isRunning}
        onConfirm={() => void run({ ref }).then(() => setAsking(false))}
      >
        <p>What has been done so far is taken back, and the project is as it was before.</p>
      </ConfirmDialog>
    </>
  );
}
