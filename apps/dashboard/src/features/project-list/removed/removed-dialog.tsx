import '../../../theme/dialog.ts';
import type { RemovedProject } from '@basalt/contract';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { ActionRows } from '../../../ui/lists/action-row.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { RemovedRow } from './removed-row.tsx';
import { useRemoved } from './use-removed.ts';

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
