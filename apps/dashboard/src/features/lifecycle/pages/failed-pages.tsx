import { type KeptDatabase, type OperationKind, type Project, TRANSITIONS } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { isSomebodyElses } from '../../../lib/is-somebody-elses.ts';
import { useAction } from '../../../lib/use-action.ts';
import { CommandButton } from '../../../operations/commands/command-button.tsx';
import { DeleteButton } from '../../../operations/deletion/delete-button.tsx';
import { newestOperation, operationReport } from '../../../operations/progress/operation-labels.ts';
import { OperationProgress } from '../../../operations/progress/operation-progress.tsx';
import { useOperations } from '../../../operations/progress/use-operations.ts';
import { showStatus } from '../../../operations/refresh-project.ts';
import { RestoreButton } from '../../../operations/restore/restore-button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { SupportLink } from '../../../ui/pages/support-link.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { DownloadMenu, DownloadProgress, useDownloads } from '../downloads.tsx';
import { RESTORE_KINDS } from '../restoration.ts';

export function InitFailedPage({ project }: { project: Project }) {
  return (
    <FailedPage
      project={project}
      kinds={['create', 'restore_to_new', 'create_branch']}
      title="Something went wrong while setting up your project"
      text={
        isSomebodyElses(project)
          ? 'Nothing of yours was changed in the database. Delete this project and attach the database again; if that does not help, contact support.'
          : 'No data has been stored in it yet. Delete this project and create it again; if that does not help, contact support.'
      }
      subject={`Setting up ${project.name} failed`}
      hasData={false}
    />
  );
}

export function PauseFailedPage({ project }: { project: Project }) {
  return (
    <FailedPage
      project={project}
      kinds={['pause']}
      title="Something went wrong while pausing your project"
      text="Your data is intact. Try again, or restore the project to use it on; if neither helps, contact support."
      subject={`Pausing ${project.name} failed`}
      actions={
        <>
          <CommandButton project={project} command="pause" variant="filled" label="Try to pause again" />
          <RestoreButton project={project} />
          <ReturnButton project={project} />
        </>
      }
    />
  );
}

export function RestoreFailedPage({ project }: { project: Project }) {
  return (
    <FailedPage
      project={project}
      kinds={RESTORE_KINDS}
      title="Something went wrong while restoring your project"
      text="Your data is intact. Try again; if that does not help, contact support."
      subject={`Restoring ${project.name} failed`}
      actions={
        <>
          <RestoreButton project={project} variant="filled" label="Try to restore again" />
          <ReturnButton project={project} />
        </>
      }
    />
  );
}

interface FailedPageProps {
  project: Project;
  kinds: readonly OperationKind[];
  title: string;
  text: ReactNode;
  /** Of what is written to support. */
  subject: string;
  /** The ways back. */
  actions?: ReactNode;
  /** Whether there is data that can be taken along. */
  hasData?: boolean;
}

/** What failed, why, how far it came, the way back, and what to hand to whoever helps. */
function FailedPage(props: FailedPageProps) {
  const { project, kinds, title, text, subject, actions, hasData = true } = props;
  const { data } = useOperations(project.ref);
  const operation = data && newestOperation(data, kinds);
  const reason = project.status_reason ?? operation?.reason ?? null;
  const downloads = useDownloads(project);
  const report = operation && operationReport(project.ref, operation);
  return (
    <StatePage
      mark="cold"
      title={title}
      status={project.status}
      text={text}
      actions={actions}
      foot={
        <>
          <SupportLink project={project} subject={subject} message={report} />
          {hasData && <DownloadMenu project={project} downloads={downloads} />}
          <DeleteButton project={project} variant={actions === undefined ? 'filled' : 'light'} />
        </>
      }
    >
      {reason !== null && (
        <Notice
          tone="danger"
          title="Reason"
          actions={report && <CopyButton value={report} label="details" withText />}
        >
          <p>{reason}</p>
        </Notice>
      )}
      <OperationProgress projectRef={project.ref} kinds={kinds} state="failed" />
      {hasData && <DownloadProgress downloads={downloads} />}
    </StatePage>
  );
}

/** Goes back to the newest of the kept databases; nothing where none is kept. */
function ReturnButton({ project }: { project: Project }) {
  const { data } = useQuery(orpc.backups.overview.queryOptions({ input: { ref: project.ref } }));
  const kept = data?.kept_databases.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
  return kept === undefined ? null : <ReturnTo project={project} kept={kept} />;
}

function ReturnTo({ project, kept }: { project: Project; kept: KeptDatabase }) {
  const { ref, abilities } = project;
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: orpc.backups.returnTo.mutationOptions(),
    done: 'Going back to the kept database',
    failed: (message) => `Failed to go back to the kept database: ${message}`,
    onDone: () => showStatus(queryClient, ref, TRANSITIONS.return_to.during),
  });
  const reason = abilities.restore_backup ? null : 'You need additional permissions to restore backups';
  return (
    <>
      <GuardedButton reason={reason} onClick={() => setAsking(true)}>
        Go back to the kept database
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Go back to the kept database"
        confirmLabel="Go back"
        isRunning={isRunning}
        onConfirm={() => void run({ ref, id: kept.id }).then(() => setAsking(false))}
      >
        <p>
          The project starts with the database that was kept <TimeAgo date={kept.created_at} /> (PostgreSQL{' '}
          {kept.postgres_engine}). The present one is kept in turn.
        </p>
      </ConfirmDialog>
    </>
  );
}
