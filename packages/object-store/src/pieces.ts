const MB = 1024 * 1024;
const PIECE_BYTES = 8 * MB;
/** An upload has at most ten thousand parts, so the later ones are larger. */
const GROW_EVERY = 1_000;

/** How large each part of an upload is. What is announced fits into the parts that there may be; what is not, too, for hundreds of GB. */
export function pieceSizes(expected: number | null, least = PIECE_BYTES): (index: number) => number {
  const even = expected === null ? 0 : Math.ceil(expected / 9_000);
  return (index) => Math.max(even, least * (1 + Math.floor(index / GROW_EVERY)));
}

/** Collects chunks until a piece is full. Nothing is copied but where pieces end. */
export async function* inPieces(
  bytes: AsyncIterable<Buffer>,
  sizeOf: (index: number) => number,
): AsyncGenerator<Buffer, void> {
  let waiting: Buffer[] = [];
  let length = 0;
  let index = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    for (let size = sizeOf(index); length >= size; size = sizeOf(index)) {
      const all = Buffer.concat(waiting, length);
      yield all.subarray(0, size);
      index += 1;
      waiting = [all.subarray(size)];
      length -= size;
    }
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}
