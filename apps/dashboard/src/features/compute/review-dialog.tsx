import { type ComputeSettings, type Project, TRANSITIONS } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useOperations } from '../../operations/progress/use-operations.ts';
import { showStatus } from '../../operations/refresh-project.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import type { ComputeChanges } from './compute-draft.ts';
import { restartSeconds } from './restart-seconds.ts';
import { memoryLabels } from './size-cards.tsx';
import { useComputeAction } from './use-compute.ts';

interface ReviewDialogProps {
  project: Project;
  settings: ComputeSettings;
  changes: ComputeChanges;
  opened: boolean;
  onClose: () => void;
  /** After the change was accepted. */
  onDone: () => void;
}

/** What will change and what it means, before it happens. */
export function ReviewDialog({ project, settings, changes, opened, onClose, onDone }: ReviewDialogProps) {
  const queries = useQueryClient();
  const { data: operations } = useOperations(project.ref);
  const { run, isRunning, error, reset } = useComputeAction(project.ref, {
    mutation: orpc.compute.resize.mutationOptions(),
    done: ({ operation_id: id }) => (id === null ? 'Saved compute and disk' : 'Resizing project'),
    onDone: async ({ operation_id: id }) => {
      onDone();
      if (id !== null) await showStatus(queries, project.ref, TRANSITIONS.resize.during);
    },
  });
  function close() {
    reset();
    onClose();
  }
  const restarts = changes.size !== undefined && project.status !== 'INACTIVE';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title="Review changes"
      confirmLabel={restarts ? 'Save and restart' : 'Save'}
      isRunning={isRunning}
      onConfirm={() => void run({ ref: project.ref, ...changes })}
    >
      <FactList facts={changeFacts(settings, changes)} />
      <p>{whatFollows(changes, project.status, restartSeconds(project, operations))}</p>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
    </ConfirmDialog>
  );
}

function changeFacts(settings: ComputeSettings, { size, disk_size_gb }: ComputeChanges) {
  const words = (id: string) => {
    const found = settings.sizes.find((each) => each.id === id);
    return found === undefined ? id : `${id} (${memoryLabels(found.memory_mb)})`;
  };
  return [
    ...(size === undefined
      ? []
      : [{ label: 'Compute size', value: `${words(settings.size)} → ${words(size)}` }]),
    ...(disk_size_gb === undefined
      ? []
      : [{ label: 'Disk size', value: `${settings.disk.size_gb} GB → ${disk_size_gb} GB` }]),
  ];
}

function whatFollows({ size }: ComputeChanges, status: Project['status'], seconds: number): string {
  if (size === undefined) return 'The new disk size applies at once. Nothing restarts.';
  if (status === 'INACTIVE') return 'The project is paused: it gets its new size when it is restored.';
  const time = seconds === 1 ? 'about a second' : `about ${seconds} seconds`;
  return `The database restarts and is unavailable for ${time}. Connections end; clients connect again by themselves.`;
}
