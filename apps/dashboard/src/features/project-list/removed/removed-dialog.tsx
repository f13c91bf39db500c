import '../../../theme/dialog.ts';
import type { RemovedProject } from '@basalt/contract';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useOrganizations } from '../../../api/use-organizations.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { ActionRow, ActionRows } from '../../../ui/lists/action-row.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { erasedLabels } from './removed-labels.ts';
import { useRemoved } from './use-removed.ts';
import { useRemovedProject } from './use-removed-project.ts';

/** Erasing takes a moment, and others may bring something back meanwhile; in milliseconds. */
const REFRESH = 3_000;

/** Deleted projects, each with the way back and the way out. */
export function RemovedDialog({ onClose }: { onClose: () => void }) {
  const [erasing, setErasing] = useState<RemovedProject | null>(null);
  return (
    <>
      <Modal
        opened={erasing === null}
        onClose={onClose}
        title="Deleted projects"
        size={720}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <RemovedList onErase={setErasing} />
      </Modal>
      {erasing !== null && <EraseDialog project={erasing} onClose={() => setErasing(null)} />}
    </>
  );
}

function RemovedList({ onErase }: { onErase: (project: RemovedProject) => void }) {
  const { data, error, refetch } = useRemoved({ refetchInterval: REFRESH });
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        error={error}
        title="The deleted projects could not be loaded"
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Skeleton height={52} lines={2} />;
  if (data.length === 0) {
    return (
      <EmptyState title="Nothing was deleted" text="Deleted projects wait here until they are erased." />
    );
  }
  return (
    <ActionRows label="Deleted projects">
      {data.map((project) => (
        <RemovedRow key={project.ref} project={project} onErase={() => onErase(project)} />
      ))}
    </ActionRows>
  );
}

const DENIED = 'Only somebody who may delete the project can do this, and only while its data is there.';

/** One deleted project: since when, until when, back or gone for good. */
function RemovedRow({ project, onErase }: { project: RemovedProject; onErase: () => void }) {
  const { name, removed_at, erased_at, postgres_engine, is_attached, can_recover } = project;
  const { recover, isRecovering } = useRemovedProject(project);
  const reason = can_recover ? null : DENIED;
  const { data: organizations = [] } = useOrganizations();
  const organization =
    organizations.length > 1
      ? organizations.find(({ slug }) => slug === project.organization_slug)?.name
      : undefined;
  return (
    <ActionRow
      title={name}
      text={
        <>
          {organization !== undefined && `${organization} · `}
          {is_attached ? 'Attached database' : `Postgres ${postgres_engine}`} · deleted{' '}
          <TimeAgo date={removed_at} /> · {erasedLabels(erased_at, Date.now())}
        </>
      }
      action={
        <>
          <GuardedButton reason={reason} loading={isRecovering} onClick={() => void recover()}>
            Bring back
          </GuardedButton>
          <GuardedButton reason={reason} variant="subtle" color="red" onClick={onErase}>
            Erase now
          </GuardedButton>
        </>
      }
    />
  );
}

/** The last question about a project. */
function EraseDialog({ project, onClose }: { project: RemovedProject; onClose: () => void }) {
  const { erase, isErasing } = useRemovedProject(project);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Erase ${project.name}`}
      confirmLabel="Erase for good"
      typedName={project.name}
      danger
      isRunning={isErasing}
      onConfirm={() => void erase().then(onClose)}
    >
      <p>
        {project.is_attached
          ? 'What Basalt has added to the database of this project is taken out of it, unless something of yours needs it. Its settings and its files of storage are deleted now. This cannot be undone.'
          : 'The database of this project, its settings, its backups and the files made for download are deleted now. This cannot be undone.'}
      </p>
    </ConfirmDialog>
  );
}
