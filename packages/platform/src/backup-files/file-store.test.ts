import { Readable } from 'node:stream';
import type { BackupStore } from '@basalt/clusters';
import { expect, test } from 'vitest';
import { putFile } from './file-store.ts';

const MB = 1024 * 1024;
const FILE = { id: '1', kind: 'sql' } as const;

/** A store on a disk with so much room, that gets less by what is stored. */
function storeOn(freeBytes: number | null): BackupStore {
  let free = freeBytes;
  return {
    freeBytes: async () => free,
    put: async (_: string, content: Readable) => {
      let bytes = 0;
      for await (const chunk of content) {
        bytes += chunk.length;
        if (free !== null) free -= chunk.length;
      }
      return bytes;
    },
  } as unknown as BackupStore;
}

function contentOf(megabytes: number): Readable {
  const chunks = Array.from({ length: megabytes }, () => Buffer.alloc(MB));
  return Readable.from(chunks, { objectMode: false });
}

test('a file for download is given up before it takes the databases their room', async () => {
  const content = contentOf(40);
  await expect(putFile(storeOn(270 * MB), 'abc', FILE, content)).rejects.toMatchObject({
    code: 'disk_full',
    message: expect.stringMatching(/^The file was not written.*\.$/),
  });
  // Whoever writes into it notices.
  expect(content.destroyed).toBe(true);
});

test.each([null, 400 * MB])('with %s bytes free it is stored whole', async (free) => {
  expect(await putFile(storeOn(free), 'abc', FILE, contentOf(40))).toBe(40 * MB);
});
