import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changedFiles, reachesBrowser, readTestArguments } from './test-scope.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scope-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function git(...args) {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: root,
    stdio: 'ignore',
  });
}

function commitFile(name) {
  writeFileSync(join(root, name), name);
  git('add', name);
  git('commit', '-m', name);
}

it('finds what was committed since, what is not committed, and what is new', () => {
  git('init', '-b', 'main');
  commitFile('old.ts');
  git('tag', 'before');
  commitFile('later.ts');
  commitFile('with a line\nbreak.ts');
  writeFileSync(join(root, 'old.ts'), 'changed');
  writeFileSync(join(root, 'new.ts'), '');
  expect(changedFiles(root, 'before').sort()).toEqual([
    'later.ts',
    'new.ts',
    'old.ts',
    'with a line\nbreak.ts',
  ]);
  expect(() => changedFiles(root, 'nowhere')).toThrow('git knows no commit "nowhere".');
  expect(() => changedFiles(root, '--output=x')).toThrow('git knows no commit "--output=x".');
});

it.each([
  [[], { since: null }],
  [['--since', 'main'], { since: 'main' }],
])('reads the arguments %j', (args, expected) => {
  expect(readTestArguments(args)).toEqual(expected);
});

it.each([[['--since']], [['--since', '--all']], [['--since', 'a', 'b']], [['packages/sql']]])(
  'refuses the arguments %j',
  (args) => {
    expect(() => readTestArguments(args)).toThrow('npm test does not know');
  },
);

it.each([
  [['docs/api.md', 'README.md'], false],
  [['packages/sql/src/text/tokens.test.ts', 'apps/server/test/matrix.ts', 'scripts/test-scope.mjs'], false],
  [['README.md', 'packages/sql/src/text/tokens.ts'], true],
  [['apps/dashboard/src/ui/button.module.css'], true],
  [['e2e/lifecycle.spec.ts'], true],
  [['scripts/start-server.mjs'], true],
  [['package-lock.json'], true],
  [[], false],
])('%j reaches the browser: %s', (paths, expected) => {
  expect(reachesBrowser(paths)).toBe(expected);
});
