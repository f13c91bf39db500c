import { connect } from '../connect.ts';
import type { ConnectionTarget } from '../connection-target.ts';
import { takeOverStream } from '../guarded-socket.ts';
import type { MessageEncoder } from './message-encoder.ts';
import { type ConnectionLimits, PipelineConnection } from './pipeline-connection.ts';

export interface OpenConnectionOptions extends ConnectionLimits {
  readonly connectTimeoutMs: number;
  readonly signal: AbortSignal;
}

// The driver keeps these on its client without declaring them.
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** A new connection: the driver logs in, then its socket is ours. Throws like `connect`. */
export async function openConnection(
  target: ConnectionTarget,
  encoder: MessageEncoder,
  options: OpenConnectionOptions,
): Promise<PipelineConnection> {
  const client = await connect(target, options);
  const stream = takeOverStream(client);
  const { processID, secretKey } = client as unknown as BackendKey;
  return new PipelineConnection({ target, stream, backendPid: processID, secretKey }, encoder, options);
}
