import type { Readable, Writable } from 'node:stream';

// How the process that renders images is spoken with: a length of four bytes, then so many bytes. What it answers is never taken apart
// by anything that believes it.

export function writeFrame(stream: Writable, bytes: Uint8Array): void {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  stream.write(length);
  if (bytes.length > 0) stream.write(bytes);
}

/**
 * Takes the next frame. What stands behind it stays in the stream, which then takes no more.
 * @throws when the stream ends before, or more than `mostBytes` are announced
 */
export async function readFrame(stream: Readable, mostBytes: number): Promise<Buffer> {
  const length = (await readExactly(stream, 4)).readUInt32BE();
  if (length > mostBytes) throw new Error(`A frame of ${length} bytes is more than is taken.`);
  return readExactly(stream, length);
}

function readExactly(stream: Readable, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let missing = length;
    const stop = () => stream.off('readable', take).off('end', ended).off('close', ended).off('error', ended);
    const ended = () => {
      stop();
      reject(new Error('The stream has ended.'));
    };
    const take = () => {
      while (missing > 0) {
        const chunk = stream.read() as Buffer | null;
        if (chunk === null) return;
        chunks.push(chunk.subarray(0, missing));
        if (chunk.length > missing) stream.unshift(chunk.subarray(missing));
        missing -= Math.min(missing, chunk.length);
      }
      stop();
      resolve(Buffer.concat(chunks));
    };
    stream.on('readable', take).on('end', ended).on('close', ended).on('error', ended);
    if (stream.readableEnded || stream.destroyed) ended();
    else take();
  });
}
