import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { ByteBudget } from '../project/byte-budget.ts';
import { PACE, type Pace, watchPace } from './body-pace.ts';
import { GatewayError } from './gateway-error.ts';

const MB = 1024 * 1024;

export interface BodyLimits {
  /** Largest body of a request that is held in memory. */
  maxBytes: number;
  /** All bodies that are held at once, over all projects: more would be the end of the process. */
  maxHeldBytes: number;
  /** Of one project, so that it cannot keep others from sending anything. */
  maxProjectBytes: number;
  pace: Pace;
  /** For all of a body to arrive: a large one on a slow line takes minutes. */
  arrivalMs: number;
}

const LIMITS: BodyLimits = {
  maxBytes: 50 * MB,
  maxHeldBytes: 512 * MB,
  maxProjectBytes: 256 * MB,
  pace: PACE,
  arrivalMs: 300_000,
};
/** A client that is still sending does not read our refusal: so much is taken and thrown away before it is told. */
const MAX_DISCARDED_BYTES = 200 * MB;

export interface BodyReader {
  /**
   * The whole body as bytes. They count until `release`.
   * @param ref of the project it is for
   * @throws GatewayError 413 too large, 503 when memory for bodies is used up, 408 when it comes too slowly, 400 when the client
   *   broke off
   */
  read(message: IncomingMessage, ref: string): Promise<Buffer>;
  release(message: IncomingMessage): void;
}

/** Reads bodies within one budget of memory. */
export function createBodyReader(limits: Partial<BodyLimits> = {}): BodyReader {
  const { maxBytes, maxHeldBytes, maxProjectBytes, pace, arrivalMs } = { ...LIMITS, ...limits };
  const held = new WeakMap<IncomingMessage, { ref: string; bytes: number }>();
  const budget = new ByteBudget({ maxBytes: maxHeldBytes, maxProjectBytes });

  const release = (message: IncomingMessage) => {
    const mine = held.get(message);
    if (mine !== undefined) budget.count(mine.ref, -mine.bytes);
    held.delete(message);
  };
  const refusalOf = (length: number, more: number, ref: string): GatewayError | null => {
    if (length > maxBytes) return tooLarge(maxBytes);
    return budget.fits(ref, more) ? null : busy();
  };

  function read(message: IncomingMessage, ref: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] = [];
      let length = 0;
      let refusal: GatewayError | null = null;
      const giveUp = (error: GatewayError) => {
        refusal = error;
        chunks = [];
        release(message);
      };
      const stop = (why: GatewayError) => {
        const problem = refusal ?? why;
        giveUp(problem);
        reject(problem);
      };
      const latest = performance.now() + arrivalMs;
      watchPace(message, pace, () => stop(tooSlow(pace)));

      message.on('data', (chunk: Buffer) => {
        if (performance.now() > latest) return stop(tooLong(arrivalMs));
        length += chunk.length;
        const problem = refusal ?? refusalOf(length, chunk.length, ref);
        if (problem !== null) {
          if (refusal === null) giveUp(problem);
          else if (length > MAX_DISCARDED_BYTES) reject(problem);
          return;
        }
        budget.count(ref, chunk.length);
        held.set(message, { ref, bytes: length });
        chunks.push(chunk);
      });
      message.on('end', () => (refusal === null ? resolve(Buffer.concat(chunks)) : reject(refusal)));
      message.on('error', () => reject(broken()));
    });
  }

  return { read, release };
}

function tooLarge(bytes: number): GatewayError {
  return new GatewayError(413, `The request is too large: at most ${bytes / MB} MB.`);
}

function busy(): GatewayError {
  return new GatewayError(503, 'The server is busy with large requests. Try again in a moment.', {
    retryAfter: 1,
  });
}

export function broken(): GatewayError {
  return new GatewayError(400, 'The request ended before its body did.');
}

function tooSlow({ bytesPerSecond }: Pace): GatewayError {
  return new GatewayError(
    408,
    `The body of the request came too slowly: ${bytesPerSecond / 1_000} kB a second is the least. Send it again.`,
  );
}

function tooLong(ms: number): GatewayError {
  return new GatewayError(
    408,
    `The body of the request took longer than ${ms / 60_000} minutes to arrive. Send it over a faster connection, or in parts.`,
  );
}

export interface StreamLimits {
  maxBytes: number;
  pace?: Pace;
}

/**
 * A body as it arrives. What its reader does not take stays with the client, so a body of any size costs some kilobytes. The
 * stream fails with a GatewayError: 413 too large, 408 when it comes too slowly, 400 when the client broke off. Whoever
 * stops reading destroys it; then the rest is thrown away, so that a client that is still sending reads the answer.
 */
export function streamBody(message: IncomingMessage, { maxBytes, pace = PACE }: StreamLimits): Readable {
  let length = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  const unwatch = watchPace(message, pace, () => body.destroy(tooSlow(pace)));

  // Without a listener a failure that nobody waits for would end the process.
  body.on('error', () => {});
  body.on('close', () => {
    unwatch();
    message.unpipe(body);
    discardRest(message, pace);
  });
  message.on('error', () => body.destroy(broken()));
  message.on('close', () => {
    if (!message.complete) body.destroy(broken());
  });
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) body.destroy(tooLarge(maxBytes));
  else message.pipe(body);
  return body;
}

const discarded = new WeakSet<IncomingMessage>();

/**
 * Takes and throws away what is left of a body, so that its client, who is still sending, reads the answer. A client that takes
 * its time, or sends without an end, is hung up on. Whoever calls this again for the same message lets it flow again, and gives it no more time or bytes.
 */
export function discardRest(message: IncomingMessage, pace: Pace = PACE): void {
  const { socket } = message;
  if (message.complete || socket.destroyed) return;
  if (!discarded.has(message))
    watchPace(message, { ...pace, maxBytes: MAX_DISCARDED_BYTES }, () => message.destroy());
  discarded.add(message);
  message.resume();
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  );
}
