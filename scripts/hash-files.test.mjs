import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashFiles } from './hash-files.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hash-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const hash = () => hashFiles(root, ['app', 'lock.json']);

it('changes with a content, a new file, a new name and a file that is gone', () => {
  write('app/src/a.ts', 'a');
  write('lock.json', '{}');
  const seen = [hash()];
  write('app/src/a.ts', 'b');
  seen.push(hash());
  write('app/src/b.ts', '');
  seen.push(hash());
  write('lock.json', '{"x":1}');
  seen.push(hash());
  rmSync(join(root, 'lock.json'));
  seen.push(hash());
  expect(new Set(seen).size).toBe(seen.length);
});

it('does not take the end of one file for the start of the next', () => {
  write('app/a', 'xapp/b');
  const one = hash();
  rmSync(join(root, 'app/a'));
  write('app/a', 'x');
  write('app/b', '');
  expect(hash()).not.toBe(one);
});

it('does not care about what was built, and about tests', () => {
  write('app/src/a.ts', 'a');
  const before = hash();
  write('app/dist/index.html', 'built');
  write('app/node_modules/x/index.js', 'installed');
  write('app/.cache/x', 'cached');
  write('app/src/a.test.ts', 'test');
  expect(hash()).toBe(before);
});
