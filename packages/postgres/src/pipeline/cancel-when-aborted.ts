import { stopBackend } from '../wire/cancel-on-abort.ts';
import type { PipelineConnection } from './pipeline-connection.ts';

/** A work that has its connection for itself, and can be cancelled. */
export interface Cancellable {
  /** Makes the server stop. The connection is not used again: the cancellation may arrive late and would hit somebody else. */
  cancel(): void;
  /** To be called when the work is over. */
  end(): void;
}

/** Makes what the connection runs be cancelled when the signal fires, or when asked to. */
export function cancelWhenAborted(
  connection: PipelineConnection,
  signal: AbortSignal | undefined,
): Cancellable {
  let ended: AbortController | undefined;
  const cancel = () => {
    if (ended !== undefined) return;
    ended = new AbortController();
    connection.retired = true;
    void stopBackend(connection.target, connection, ended.signal);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    cancel,
    end() {
      signal?.removeEventListener('abort', cancel);
      ended?.abort();
    },
  };
}
