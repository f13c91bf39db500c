import type { IdleConnection } from '@basalt/contract';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type IdleKind, originOf } from './idle-kinds.ts';

/** What would be closed: all idle connections of a kind, or one. */
export interface Ending {
  kind: IdleKind;
  /** Null: all of them. */
  one: IdleConnection | null;
}

interface EndIdleDialogProps {
  projectRef: string;
  /** Null while nobody asks. */
  ending: Ending | null;
  onClose: () => void;
  onDone: () => unknown;
}

/** Asks before idle connections are closed: most clients open new ones by themselves, some do not. */
export function EndIdleDialog({ projectRef, ending, onClose, onDone }: EndIdleDialogProps) {
  const { run, isRunning } = useAction({
    mutation: orpc.databaseQueries.endIdle.mutationOptions(),
    done: ({ ended }) => doneText(ended),
    failed: (message) => `Failed to close connections: ${message}`,
    onDone,
  });
  const confirm = async () => {
    if (ending === null) return;
    const { kind, one } = ending;
    const { user, database, application, client } = kind;
    await run({
      ref: projectRef,
      user,
      database,
      application,
      client,
      ...(one !== null && { connection: { pid: one.pid, connected_at: one.connected_at } }),
    });
    onClose();
  };
  const count = ending?.kind.connections.length ?? 0;
  const one = ending?.one ?? null;
  return (
    <ConfirmDialog
      opened={ending !== null}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={one === null ? `Close ${count} idle ${plural(count)}?` : `Close idle connection ${one.pid}?`}
      confirmLabel={one === null ? 'Close connections' : 'Close connection'}
      danger
      isRunning={isRunning}
    >
      {ending !== null &&
        `Nothing runs on ${one === null ? 'them' : 'it'}, but temporary tables and settings of the session are lost. ` +
          `The program (${originOf(ending.kind)}) may report an error before it connects again.`}
    </ConfirmDialog>
  );
}

function plural(count: number): string {
  return count === 1 ? 'connection' : 'connections';
}

function doneText(ended: number): string {
  if (ended === 0) return 'None of these connections was idle any more';
  return `Closed ${ended} idle ${plural(ended)}`;
}
