import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';

/** So long the slower of two readers may hold the other one up. */
const PATIENCE_MS = 30_000;
const BUFFER_BYTES = 8 * 1024 * 1024;

/** A source that fails, as both readers are told it. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/**
 * One stream for two readers. One that ends early, fails, or takes nothing for long is given up, and the other one goes on; when
 * both are gone, the source is.
 * @param patienceMs only tests say so
 */
export function splitStream(source: Readable, patienceMs = PATIENCE_MS): [Readable, Readable] {
  const sides: [PassThrough, PassThrough] = [
    new PassThrough({ highWaterMark: BUFFER_BYTES }),
    new PassThrough({ highWaterMark: BUFFER_BYTES }),
  ];
  const open = () => sides.filter((side) => !side.destroyed);
  async function give(side: PassThrough, chunk: Buffer): Promise<void> {
    if (side.write(chunk)) return;
    const slow = new AbortController();
    const timer = setTimeout(() => slow.abort(), patienceMs);
    const { signal } = slow;
    await Promise.race([once(side, 'drain', { signal }), once(side, 'close', { signal })])
      .catch(() => void side.destroy(new Error('It took nothing for too long.')))
      .finally(() => clearTimeout(timer));
    slow.abort();
  }
  for (const side of sides) side.on('error', () => {});
  void (async () => {
    try {
      for await (const chunk of source) {
        const [one, other] = open();
        if (one === undefined) return source.destroy();
        await Promise.all([give(one, chunk), other && give(other, chunk)]);
      }
      for (const side of open()) side.end();
    } catch (error) {
      for (const side of open()) side.destroy(new SourceError('The source failed.', { cause: error }));
    }
  })();
  return sides;
}
