import { expect, test } from 'vitest';
import { formBoundary, readMultipart } from './read-multipart.ts';

const FORM =
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\n--x\r\n' +
  'content-disposition: form-data; name=""; filename="f"\r\nContent-Type: text/css\r\n\r\n\r\n--y\r\n--\r\n\r\n--x--\r\n';

async function read(text: string, size: number): Promise<string[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const parts: string[] = [];
  for await (const event of readMultipart(chunks(), 'x')) {
    if (event.kind === 'part') parts.push(`${event.name}|${event.fileName}|${event.contentType}|`);
    if (event.kind === 'bytes') parts.push((parts.pop() ?? '') + event.bytes.toString());
  }
  return parts;
}

test.each([1, 2, 3, 7, 1_000])('reads a form that comes in pieces of %i bytes', async (size) =>
  expect(await read(FORM, size)).toEqual(['a|null|null|one', '|f|text/css|\r\n--y\r\n--\r\n']),
);
test.each(['', '--x', FORM.slice(0, -6), '--x\r\n\r\n\r\n--x--', `--x\r\n${'a'.repeat(20_000)}`, '--xx'])(
  'refuses what is no form: %j',
  async (text) => expect(read(text, 100)).rejects.toThrow('malformed'),
);
test('a boundary may stand in quotes', () => {
  expect(formBoundary('multipart/form-data; boundary="a b"')).toBe('a b');
  expect(formBoundary('multipart/form-data; charset=utf-8; boundary=ab')).toBe('ab');
  expect(formBoundary('multipart/form-data')).toBeNull();
});
