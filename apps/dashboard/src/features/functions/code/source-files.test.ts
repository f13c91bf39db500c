import { describe, expect, it } from 'vitest';
import {
  areSameFiles,
  changeSources,
  openSources,
  pathProblem,
  type SourceChange,
  shownPath,
} from './source-files.ts';

const start = openSources(
  [
    { path: 'lib/time.ts', content: 'export {}' },
    { path: 'index.ts', content: 'Deno.serve()' },
  ],
  'index.ts',
);
const after = (...changes: SourceChange[]) => changes.reduce(changeSources, start);
const shown = ({ files, openId }: typeof start) => [
  ...files.map(({ path }) => path),
  files.find(({ id }) => id === openId)?.path,
];

describe('the files of a function', () => {
  it.each<[string, SourceChange[], (string | undefined)[]]>([
    ['begin at the entrypoint', [], ['lib/time.ts', 'index.ts', 'index.ts']],
    [
      'open what is added',
      [{ type: 'add', path: 'deno.json', content: '{}' }],
      ['lib/time.ts', 'index.ts', 'deno.json', 'deno.json'],
    ],
    [
      'are uploaded over those with the same path, with a history of their own',
      [
        {
          type: 'upload',
          files: [
            { path: 'index.ts', content: 'a' },
            { path: 'data/logo.png', content: new Uint8Array([1]) },
            { path: '../escape.ts', content: 'b' },
          ],
        },
        { type: 'write', id: 1, text: 'the one that has gone' },
      ],
      ['lib/time.ts', 'index.ts', 'data/logo.png', 'data/logo.png'],
    ],
    [
      'are renamed where they stand',
      [{ type: 'rename', id: 0, path: 'lib/clock.ts' }],
      ['lib/clock.ts', 'index.ts', 'index.ts'],
    ],
    [
      'lead back to the entrypoint when the open one goes',
      [
        { type: 'open', id: 0 },
        { type: 'remove', id: 0 },
      ],
      ['index.ts', 'index.ts'],
    ],
    [
      'keep the entrypoint',
      [
        { type: 'remove', id: 1 },
        { type: 'rename', id: 1, path: 'main.ts' },
      ],
      ['lib/time.ts', 'index.ts', 'index.ts'],
    ],
    [
      'have each path once',
      [
        { type: 'add', path: 'index.ts', content: '' },
        { type: 'rename', id: 0, path: 'index.ts' },
      ],
      ['lib/time.ts', 'index.ts', 'index.ts'],
    ],
  ])('%s', (_, changes, expected) => expect(shown(after(...changes))).toEqual(expected));

  it('are the same again when a change is taken back', () => {
    const changed = after({ type: 'write', id: 0, text: 'export const a = 1' });
    expect(areSameFiles(start, changed)).toBe(false);
    expect(areSameFiles(start, changeSources(changed, { type: 'write', id: 0, text: 'export {}' }))).toBe(
      true,
    );
    expect(areSameFiles(start, after({ type: 'rename', id: 0, path: 'a.ts' }))).toBe(false);
  });

  it.each([
    ['functions/hello/index.ts', 'index.ts'],
    ['functions/hello/lib/a.ts', 'lib/a.ts'],
    ['functions/_shared/cors.ts', 'functions/_shared/cors.ts'],
  ])('are shown from the folder of the entrypoint: %s', (path, shown) =>
    expect(shownPath(path, 'functions/hello/index.ts')).toBe(shown),
  );

  it.each([
    ['shared/time.ts', null],
    ['', 'Enter a name.'],
    ['../index.ts', 'A path leads'],
    ['a//b.ts', 'A path leads'],
    ['a\\b.ts', 'A name has no'],
    ['index.ts', 'There is already'],
    ['index.ts/b.ts', 'index.ts is a file'],
    ['lib', 'lib is a folder'],
  ])('say what is wrong with the path %j', (path, problem) => {
    const found = pathProblem(path, start.files);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });
});
