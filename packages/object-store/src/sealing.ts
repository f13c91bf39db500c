import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';

/** Encrypts what leaves this machine and decrypts what comes back, in the format of age, which other programs read too. */
export interface Sealing {
  /** The public half of the key. */
  recipient: string;
  seal(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Buffer>;
  /** The stream fails with a {@link SealError} where the bytes are not what was sealed with this key. */
  open(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Buffer>;
  /** How many bytes were sealed into so many. */
  plainBytes(sealed: number): number;
}

/** What came back was sealed with another key, or has changed since. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** The secret half of a new key, as `AGE-SECRET-KEY-1…`. */
export const newSealingKey = (): Promise<string> => generateIdentity();

/** Of one recipient: the head, and the number that the payload begins with. */
const HEAD_BYTES = 184;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;

/** @param key as {@link newSealingKey} makes it */
export async function sealingWith(key: string): Promise<Sealing> {
  const recipient = await identityToRecipient(key);
  return {
    recipient,
    async *seal(bytes) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      yield* asBuffers(await encrypter.encrypt(ReadableStream.from(bytes)));
    },
    async *open(bytes) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(key);
      const failure: { error?: unknown } = {};
      const source = noting(bytes, failure);
      try {
        yield* asBuffers(await decrypter.decrypt(ReadableStream.from(source)));
      } catch (error) {
        // A store that does not answer is another matter than bytes that are wrong.
        if (failure.error !== undefined) throw failure.error;
        throw new SealError('It was sealed with another key, or is damaged.', { cause: error });
      }
    },
    plainBytes(sealed) {
      const payload = Math.max(0, sealed - HEAD_BYTES);
      return payload - Math.ceil(payload / (CHUNK_BYTES + TAG_BYTES)) * TAG_BYTES;
    },
  };
}

async function* noting(bytes: AsyncIterable<Uint8Array>, failure: { error?: unknown }) {
  try {
    yield* bytes;
  } catch (error) {
    failure.error = error;
    throw error;
  }
}

async function* asBuffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream)
    yield Buffer.from(buffer, byteOffset, byteLength);
}
