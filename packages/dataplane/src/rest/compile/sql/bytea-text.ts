const PIECE_BYTES = 64 * 1024;

/** Bytes as the text form of a bytea, `\x…`. In pieces: fifty megabytes as one string of digits would be copied three times. */
export function byteaText(bytes: Buffer): Buffer {
  const text = Buffer.allocUnsafeSlow(2 + 2 * bytes.length);
  text.write('\\x', 'latin1');
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text.write(bytes.toString('hex', at, Math.min(at + PIECE_BYTES, bytes.length)), 2 + 2 * at, 'latin1');
  return text;
}
