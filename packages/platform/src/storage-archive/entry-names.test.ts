import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketFolder, entryNamer, NOTE_NAME } from './entry-names.ts';

const inOrder = (names: string[]) =>
  [...new Set(names)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

test.each([
  ['photos/2026/Größe (1).png', 'b/photos/2026/Größe (1).png'],
  ['../../etc/passwd', 'b/%2E%2E/%2E%2E/etc/passwd'],
  ['/etc/passwd', 'b/%2F/etc/passwd'],
  ['a//b', 'b/a/%2F/b'],
  ['folder/', 'b/folder/%2F'],
  ['..\\up', 'b/..%5Cup'],
  ['line\nbreak\u0000', 'b/line%0Abreak%00'],
  ['100%.png', 'b/100%.png'],
  ['%2E%2E', 'b/%252E%252E'],
  ['...', 'b/...'],
])('%j is %j', (name, entry) => {
  expect(entryNamer()('b', name)).toBe(entry);
});

test('an object whose name is that of a folder keeps it, and the folder has another', () => {
  const name = entryNamer();
  expect(['a', 'a-b', 'a/b', 'a/b/c', 'ab'].map((each) => name('b', each))).toEqual([
    'b/a',
    'b/a-b',
    'b/a%2F/b',
    'b/a%2F/b%2F/c',
    'b/ab',
  ]);
  expect(name('c', 'a/b')).toBe('c/a/b');
});

test('a bucket is a folder, whatever it is called', () => {
  expect(['photos', '..', 'a/b', NOTE_NAME].map(bucketFolder)).toEqual([
    'photos/',
    '%2E%2E/',
    'a%2Fb/',
    '%5Fobjects-without-bytes.txt/',
  ]);
});

const part = fc.oneof(
  fc.constantFrom('', '.', '..', 'a', 'b', '%2F', '%', 'a%2F', '\\'),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ unit: 'grapheme', minLength: 200, maxLength: 300 }),
);
const names = fc.array(fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')));

test('whatever objects are called, no name leads out, none stands twice, and none is file and folder', () => {
  fc.assert(
    fc.property(names, (given) => {
      const name = entryNamer();
      const entries = inOrder(given.filter((each) => each.isWellFormed())).map((each) => name('b', each));
      expect(new Set(entries).size).toBe(entries.length);
      const files = new Set(entries);
      for (const entry of entries) {
        const parts = entry.split('/');
        expect(parts.every((each) => each !== '' && each !== '.' && each !== '..')).toBe(true);
        expect(parts.every((each) => Buffer.byteLength(each) <= 255)).toBe(true);
        for (let end = 1; end < parts.length; end++)
          expect(files.has(parts.slice(0, end).join('/'))).toBe(false);
      }
    }),
  );
});
