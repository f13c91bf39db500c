import { stopBackend } from '../wire/cancel-on-abort.ts';
import type { PipelineConnection } from './pipeline-connection.ts';

function nothing(): void {}

/**
 * Makes the server cancel what the connection runs when the signal fires. The connection is not used again after that: the
 * cancellation may arrive late and would hit somebody else. Returns what to call when the work is over.
 */
export function cancelWhenAborted(
  connection: PipelineConnection,
  signal: AbortSignal | undefined,
): () => void {
  if (signal === undefined) return nothing;
  let ended: AbortController | undefined;
  const onAbort = () => {
    ended = new AbortController();
    connection.retired = true;
    void stopBackend(connection.target, connection, ended.signal);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    signal.removeEventListener('abort', onAbort);
    ended?.abort();
  };
}
