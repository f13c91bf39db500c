import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { checkManifest } from './base-stream.ts';
import { TarContents } from './tar-contents.ts';

async function archive(): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: 'base', type: 'directory' });
  tar.entry({ name: 'base/1' }, Buffer.alloc(1000, 1));
  tar.entry({ name: 'empty' }, '');
  tar.entry({ name: 'PG_VERSION' }, '17\n');
  tar.finalize();
  return buffer(tar as never);
}

function read(bytes: Buffer, atOnce: number): TarContents {
  const contents = new TarContents();
  for (let at = 0; at < bytes.length; at += atOnce) contents.read(bytes.subarray(at, at + atOnce));
  return contents;
}

const manifest = (...files: [string, number][]) =>
  JSON.stringify({ Files: files.map(([Path, Size]) => ({ Path, Size })) });

describe('a tar that passes by', () => {
  test.each([1, 7, 511, 512, 513, 100_000])('in pieces of %i bytes', async (atOnce) => {
    const contents = read(await archive(), atOnce);
    expect([...contents.files]).toEqual([
      ['base/1', 1000],
      ['empty', 0],
      ['PG_VERSION', 3],
    ]);
    expect(contents.isComplete).toBe(true);
    expect(() => checkManifest(manifest(['base/1', 1000], ['PG_VERSION', 3]), contents)).not.toThrow();
  });

  test('is complete only with its end', async () => {
    const bytes = await archive();
    for (let end = 0; end <= bytes.length - 512; end += 512)
      expect(read(bytes.subarray(0, end), 4096).isComplete).toBe(false);
  });

  test('must hold what the list says', async () => {
    const contents = read(await archive(), 4096);
    expect(() => checkManifest(manifest(['base/1', 1000], ['base/2', 1]), contents)).toThrow(
      'base/2 is missing',
    );
    expect(() => checkManifest(manifest(['base/1', 999]), contents)).toThrow('base/1 is missing');
    expect(() => checkManifest(manifest(), contents)).toThrow('no list of files');
    expect(() => checkManifest('{', contents)).toThrow(SyntaxError);
  });
});
