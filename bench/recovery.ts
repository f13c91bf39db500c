import { type ChildProcess, spawn } from 'node:child_process';
import { processesOfHome } from '../e2e/basalt/home-processes.ts';
import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, time, until } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { untilQuiet } from './process-load.ts';

const ROUNDS = 5;
/** A process that dies again and again is started later each time, so every kill waits until it counts as well again. */
const WELL_AFTER_MS = 6_000;
/** Processes that want all of a processor each. */
const LOAD = 5;
const LOAD_SETTLES_MS = 2_000;

/** From SIGKILL to the next answer of a project's API: of the gateway, on a quiet and on a busy machine, and of its PostgreSQL. */
export async function measureRecovery(context: BenchContext): Promise<Figure[]> {
  const { api, basalt } = context;
  const { ref } = await api.createProject('Bench recovery');
  await api.rows(ref, 'create table public.things (id int primary key)');
  const { url, serviceRole } = await keysOf(api, basalt, ref);
  const answers = async () => {
    const headers = { apikey: serviceRole };
    const answer = await fetch(`${url}/rest/v1/things`, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  };
  await until('An answer', answers);
  await untilQuiet(basalt.home);
  const gateway: number[] = [];
  const postgres: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    postgres.push(
      await time(() => killAndWait(basalt.home, (line) => line.includes(`-c cluster_name=${ref}`))),
    );
    gateway.push(await killGateway());
  }
  const busy: number[] = [];
  const load = Array.from({ length: LOAD }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    await sleep(LOAD_SETTLES_MS);
    for (let round = 0; round < ROUNDS; round++) busy.push(await killGateway());
  } finally {
    await Promise.all(load.map(end));
  }
  return [
    {
      name: 'gateway killed to first REST 200, worst',
      value: percentile(gateway, 1),
      unit: 'ms',
      target: 1_000,
      note: `p50 ${percentile(gateway, 0.5).toFixed(0)} ms, ${ROUNDS} times`,
    },
    {
      name: `gateway killed to first REST 200 at a load of ${LOAD}, worst`,
      value: percentile(busy, 1),
      unit: 'ms',
      target: 1_000,
      note: `p50 ${percentile(busy, 0.5).toFixed(0)} ms, ${ROUNDS} times`,
    },
    {
      name: 'PostgreSQL killed to first REST 200, worst',
      value: percentile(postgres, 1),
      unit: 'ms',
      target: null,
      note: `p50 ${percentile(postgres, 0.5).toFixed(0)} ms, ${ROUNDS} times`,
    },
  ];

  async function killGateway(): Promise<number> {
    await sleep(WELL_AFTER_MS);
    return time(() => killAndWait(basalt.home, (line) => line.includes('gateway-process')));
  }

  async function killAndWait(home: string, isMeant: (command: string) => boolean): Promise<void> {
    const found = (await processesOfHome(home)).filter(({ command }) => isMeant(command));
    if (found.length === 0) throw new Error('The process that should be killed is not there.');
    for (const { pid } of found) process.kill(pid, 'SIGKILL');
    await until('An answer after the kill', answers);
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
}
