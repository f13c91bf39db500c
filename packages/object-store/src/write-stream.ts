import type { Bucket } from './bucket.ts';
import { inPieces, pieceSizes } from './pieces.ts';

/**
 * Writes an object of any length, over an older one: at once, or in parts that appear together. When the bytes or the store fail,
 * what was there before stays.
 * @param expected bytes, as far as they are known
 * @param begins called before an upload in parts begins
 * @param isLocked whether it is locked, where the bucket has locks
 */
export async function writeStream(
  bucket: Bucket,
  key: string,
  bytes: AsyncIterable<Buffer>,
  {
    expected = null,
    begins = () => {},
    isLocked = false,
  }: { expected?: number | null; begins?: () => void; isLocked?: boolean } = {},
): Promise<void> {
  const pieces = inPieces(bytes, pieceSizes(expected, bucket.pieceBytes));
  const first = await pieces.next();
  const second = first.done ? first : await pieces.next();
  if (second.done) return bucket.put(key, first.done ? Buffer.alloc(0) : first.value, isLocked);
  begins();
  const upload = await bucket.beginUpload(key, isLocked);
  try {
    // One is sent while the next one is collected.
    let sending = upload.send(first.value as Buffer);
    sending.catch(() => {});
    for (let piece: IteratorResult<Buffer, void> = second; !piece.done; piece = await pieces.next()) {
      await sending;
      sending = upload.send(piece.value);
      sending.catch(() => {});
    }
    await sending;
    await upload.complete();
  } catch (error) {
    await upload.abort();
    throw error;
  } finally {
    await pieces.return?.(undefined);
  }
}
