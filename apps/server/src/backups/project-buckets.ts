import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { BackupError } from '@basalt/clusters';
import type { FollowedStore } from '@basalt/clusters/followed-store';
import type { Outgoing } from '@basalt/network';
import type { BucketOptions, SendRequest } from '@basalt/object-store';
import type { BackupCopies, ProjectBucket } from '@basalt/platform';

/** For a store to say something, and to take what it is sent. */
const SILENCE_MS = 120_000;
/** Nothing longer is read of what a project's store answers. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Of a list, a thousand objects each. */
const MOST_PAGES = 100;
const PIECE_BYTES = 5 * 1024 * 1024;
const AWAY = 'it gives no answer that can be used, or is at an address that is not on the public internet.';

/** Copies of the backups of projects in buckets that they name: whatever a store there answers, only its own project feels it. */
export function projectBuckets(store: FollowedStore, outgoing: Outgoing): BackupCopies {
  const optionsOf = (bucket: ProjectBucket): BucketOptions => ({
    ...bucket,
    send: sendTo(outgoing),
    // What does not work now is tried again later, as a whole.
    attempts: 1,
    mostPages: MOST_PAGES,
    pieceBytes: PIECE_BYTES,
  });
  return {
    async check(bucket) {
      const { checkBucket } = await import('@basalt/object-store');
      return checkBucket(optionsOf(bucket), `${bucket.prefix}trial-`, AWAY);
    },
    async follow(ref, bucket) {
      const { openBucketStore } = await import('@basalt/clusters/bucket-store');
      const { whyRefused } = await import('@basalt/object-store');
      await store.follow(
        ref,
        openBucketStore({
          ...optionsOf(bucket),
          prefix: bucket.prefix,
          sealing: null,
          explain: (fault, cause) => {
            const why = whyRefused(cause);
            if (fault === 'full') return failure('Your bucket has no room left.', cause);
            if (fault === 'away') return failure(`Your bucket does not answer: ${AWAY}`, cause);
            return failure(
              why === null ? 'Your bucket refuses what is sent there.' : `Your bucket refuses us: ${why}`,
              cause,
            );
          },
        }),
      );
    },
    unfollow: (ref) => store.unfollow(ref),
  };
}

function failure(sentence: string, cause: unknown): BackupError {
  return new BackupError('archive_failed', sentence, { cause });
}

/** By connections that lead to the public internet only, and within limits of time and size. */
function sendTo(outgoing: Outgoing): SendRequest {
  return async ({ method, url, headers, body }) => {
    const end = new AbortController();
    const patience = setTimeout(() => end.abort(new Error('It said nothing for too long.')), SILENCE_MS);
    try {
      const answer = await outgoing.stream(url, { method, headers, body, signal: end.signal });
      const content = limited(answer.body as WebStream<Uint8Array> | null, () => patience.refresh());
      const stream = Readable.from(content, { objectMode: false });
      stream.once('close', () => clearTimeout(patience));
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: stream };
    } catch (error) {
      clearTimeout(patience);
      throw error;
    }
  };
}

async function* limited(body: WebStream<Uint8Array> | null, heard: () => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('It answers more than it was asked for.');
    heard();
    yield chunk;
  }
}
