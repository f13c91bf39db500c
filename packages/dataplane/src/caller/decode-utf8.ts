import { isUtf8 } from 'node:buffer';

/** Percent codes decoded, null when they are broken. Bytes sent as they are must be UTF-8 too. */
export function decodeUtf8(text: string): string | null {
  try {
    return decodeURIComponent(fromRawBytes(text));
  } catch {
    return null;
  }
}

/** A text of the request line or a header, in which Node gives each byte as one character. @throws URIError when it is not UTF-8 */
export function fromRawBytes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  if (!isUtf8(bytes) || bytes.toString('latin1') !== text) throw new URIError('not UTF-8');
  return bytes.toString('utf8');
}
