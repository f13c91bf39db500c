import type { IncomingMessage } from 'node:http';

/** More than any mistake; whoever sends on after it does not want to be told anything. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Takes and throws away what is still coming of a request that is refused: a client that is sending does not read the refusal, and
 * would see nothing but a broken connection.
 */
export async function drain(message: IncomingMessage, maxBytes = MAX_BYTES): Promise<void> {
  if (message.readableEnded || message.destroyed) return;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) resolve();
    });
    message.once('end', resolve);
    message.once('close', resolve);
    message.resume();
  });
}
