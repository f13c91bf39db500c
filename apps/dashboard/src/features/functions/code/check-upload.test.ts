import { expect, test } from 'vitest';
import { checkUpload } from './check-upload.ts';
import { openSources } from './source-files.ts';

const sources = openSources(
  [
    { path: 'index.ts', content: 'x'.repeat(1_000) },
    { path: 'lib/time.ts', content: '' },
  ],
  'index.ts',
);
const look = (...paths: (string | [string, number])[]) => {
  const chosen = paths.map((each) =>
    typeof each === 'string' ? { path: each, size: 1 } : { path: each[0], size: each[1] },
  );
  const { files, replaced, problem } = checkUpload(chosen, sources);
  return { files: files.map(({ path }) => path), replaced, problem };
};

test('files are added, over those with the same path, without what is never deployed', () =>
  expect(look('index.ts', 'a/b.ts', 'node_modules/x/y.js', 'a/.git/HEAD', '.DS_Store')).toEqual({
    files: ['index.ts', 'a/b.ts'],
    replaced: ['index.ts'],
    problem: null,
  }));

test.each<[string, Parameters<typeof look>, string]>([
  ['too much', [['big.bin', 19_999_001]], '20.0 MB together'],
  ['a file where a folder is', ['lib'], 'lib: lib is a folder already.'],
  ['below a file', ['index.ts/x.ts'], 'index.ts is a file'],
  ['a name that no file can have', ['a\nb.ts'], 'A name has no backslashes'],
  ['twice the same', ['b.ts', 'b.ts'], 'There is already'],
  ['too many', Array.from({ length: 999 }, (_, count) => `f${count}.ts`), '1000 files'],
  ['nothing of use', ['.git/config'], 'Nothing of this is deployed.'],
])('refuses %s', (_, paths, problem) => {
  const found = look(...paths);
  expect(found.files).toEqual([]);
  expect(found.problem).toContain(problem);
});

test('what takes the place of a large file counts without it', () => {
  const large = openSources([{ path: 'index.ts', content: 'x'.repeat(15_000_000) }], 'index.ts');
  expect(checkUpload([{ path: 'index.ts', size: 15_000_000 }], large).problem).toBeNull();
});
