import type { IncomingMessage } from 'node:http';
import { GatewayError } from './gateway-error.ts';

/** Largest body of a request that is held in memory. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;
/** All bodies that are held at once, over all projects: more would be the end of the process. */
const MAX_HELD_BYTES = 512 * 1024 * 1024;
/** A client that is still sending does not read our refusal: so much is taken and thrown away before it is told. */
const MAX_DISCARDED_BYTES = 200 * 1024 * 1024;

export interface BodyReader {
  /**
   * The whole body as bytes. They count until `release`.
   * @throws GatewayError 413 too large, 503 when memory for bodies is used up, 400 when the client broke off
   */
  read(message: IncomingMessage): Promise<Buffer>;
  release(message: IncomingMessage): void;
}

/** Reads bodies within one budget of memory. */
export function createBodyReader(maxBytes = MAX_BODY_BYTES, maxHeldBytes = MAX_HELD_BYTES): BodyReader {
  const held = new WeakMap<IncomingMessage, number>();
  let total = 0;

  const release = (message: IncomingMessage) => {
    total -= held.get(message) ?? 0;
    held.delete(message);
  };

  function read(message: IncomingMessage): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] = [];
      let length = 0;
      let refusal: GatewayError | null = null;

      message.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (refusal !== null) {
          if (length > MAX_DISCARDED_BYTES) reject(refusal);
          return;
        }
        if (length > maxBytes) refusal = tooLarge(maxBytes);
        else if (total + chunk.length > maxHeldBytes) refusal = busy();
        if (refusal !== null) {
          chunks = [];
          release(message);
          return;
        }
        total += chunk.length;
        held.set(message, length);
        chunks.push(chunk);
      });
      message.on('end', () => (refusal === null ? resolve(Buffer.concat(chunks)) : reject(refusal)));
      message.on('error', () => reject(new GatewayError(400, 'The request ended before its body did.')));
    });
  }

  return { read, release };
}

function tooLarge(bytes: number): GatewayError {
  return new GatewayError(413, `The request is too large: at most ${bytes / 1024 / 1024} MB.`);
}

function busy(): GatewayError {
  return new GatewayError(503, 'The server is busy with large requests. Try again in a moment.', {
    retryAfter: 1,
  });
}
