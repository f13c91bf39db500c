import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runsAsRoot } from './access.ts';
import { endProcessesOf, livingOf, uidsAlive } from './processes-of-uid.ts';

const OWNER = { uid: 1_879_000_011, gid: 1_879_000_011 };

describe.skipIf(!runsAsRoot)('everything of a user', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'processes-'));
    await chmod(folder, 0o777);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function run(script: string, user = OWNER): Promise<ChildProcess> {
    const child = spawn('/bin/sh', ['-c', script], { ...user, cwd: folder, stdio: 'ignore', detached: true });
    await once(child, 'spawn');
    return child;
  }

  test.each([
    ['that ignores signals', `trap '' HUP INT TERM QUIT; while :; do sleep 0.1; done`],
    ['that left its session', 'setsid sleep 60 & sleep 60'],
    ['that is stopped', 'sleep 60 & kill -STOP $!; kill -STOP $$'],
  ])('%s ends', async (_, script) => {
    await run(script);
    await expect.poll(() => livingOf(OWNER.uid).length).toBeGreaterThan(0);
    expect(await uidsAlive()).toContain(OWNER.uid);
    await endProcessesOf(OWNER.uid);
    expect(livingOf(OWNER.uid)).toEqual([]);
  });

  test('that forks and ends all the time, and so is in no list, ends', async () => {
    const sign = join(folder, 'sign');
    await run(`hop() { echo >> sign; (sleep 0.005; hop) & exit 0; }; for n in 1 2 3 4; do (hop) & done`);
    const signs = () =>
      stat(sign).then(
        ({ size }) => size,
        () => 0,
      );
    await expect.poll(signs).toBeGreaterThan(20);
    await endProcessesOf(OWNER.uid);
    const last = await signs();
    await sleep(200);
    expect(await signs()).toBe(last);
  });

  test('ends, and nobody else’s', async () => {
    const neighbour = await run('sleep 60', { uid: OWNER.uid + 1, gid: OWNER.gid + 1 });
    await endProcessesOf(OWNER.uid);
    expect(neighbour.exitCode ?? neighbour.signalCode).toBeNull();
    await endProcessesOf(OWNER.uid + 1);
    if (neighbour.signalCode === null) await once(neighbour, 'exit');
    expect(neighbour.signalCode).toBe('SIGKILL');
  });
});
