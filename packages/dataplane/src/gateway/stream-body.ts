import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { broken, MAX_DISCARDED_BYTES, STALL_MS, stalled, tooLarge } from './read-body.ts';

export interface StreamLimits {
  maxBytes: number;
  /** A client that sends nothing for so long, although it may, is not waited for. */
  stallMs?: number;
}

/**
 * A body as it arrives. What its reader does not take stays with the client, so a body of any size costs some kilobytes. The
 * stream fails with a GatewayError: 413 too large, 408 when nothing comes any more, 400 when the client broke off. Whoever
 * stops reading destroys it; then the rest is thrown away, so that a client that is still sending reads the answer.
 */
export function streamBody(
  message: IncomingMessage,
  { maxBytes, stallMs = STALL_MS }: StreamLimits,
): Readable {
  let length = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      stall.refresh();
      length += chunk.length;
      if (length > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  // While the reader is slow the client must not send, which is no fault of its own.
  const stall = setTimeout(() => {
    if (message.isPaused()) stall.refresh();
    else body.destroy(stalled());
  }, stallMs);

  // Without a listener a failure that nobody waits for would end the process.
  body.on('error', () => {});
  body.on('close', () => {
    clearTimeout(stall);
    message.unpipe(body);
    discardRest(message, stallMs);
  });
  message.on('error', () => body.destroy(broken()));
  message.on('close', () => {
    if (!message.complete) body.destroy(broken());
  });
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) body.destroy(tooLarge(maxBytes));
  else message.pipe(body);
  return body;
}

function discardRest(message: IncomingMessage, stallMs: number): void {
  if (message.readableEnded || message.destroyed) return;
  let discarded = 0;
  const stall = setTimeout(() => message.destroy(), stallMs);
  message.on('data', (chunk: Buffer) => {
    stall.refresh();
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) message.destroy();
  });
  message.on('end', () => clearTimeout(stall));
  message.on('close', () => clearTimeout(stall));
  message.resume();
}
