import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Child } from './child.ts';

const { execPath } = process;
let folder: string;
let child: Child;
const heard: string[] = [];
const refused = vi.fn();
const over = vi.fn();
beforeEach(async () => {
  heard.length = 0;
  refused.mockClear();
  over.mockClear();
  folder = await mkdtemp(join(tmpdir(), 'child-'));
  const module = join(folder, 'process.mjs');
  await writeFile(
    module,
    `process.on('message', () => process.exit(0)); process.send({ type: 'progress', text: 'here' });`,
  );
  child = new Child({
    name: 'a child',
    module: pathToFileURL(module),
    youngGenerationMb: 4,
    log: { error: refused },
    onMessage: (message) => heard.push(message.type),
    onExit: over,
  });
});
afterEach(async () => {
  process.execPath = execPath;
  await child.stop(5_000);
  await rm(folder, { recursive: true });
});

it.each([
  ['a moment later', '/nowhere/node'],
  ['at once', '/dev/null/node'],
])(
  'starts a process again that the system has refused %s',
  async (_, nowhere) => {
    process.execPath = nowhere;
    child.start();
    // Never from within: who starts it may still be starting others.
    expect(over).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(over).toHaveBeenCalledTimes(2), 10_000);
    expect(refused).toHaveBeenCalledTimes(2);
    process.execPath = execPath;
    await vi.waitFor(() => expect(heard).toEqual(['progress']), 20_000);
  },
  30_000,
);

it('does not wait for the end of a process that never began', async () => {
  process.execPath = '/nowhere/node';
  child.start();
  await child.stop(5_000);
  expect(heard).toEqual([]);
});
