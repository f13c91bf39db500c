import { execFile } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '../e2e/basalt/api-client.ts';
import { findFreePorts } from '../e2e/basalt/free-ports.ts';
import { processesOfHome } from '../e2e/basalt/home-processes.ts';
import { OWNER } from '../e2e/basalt/owner.ts';
import { withPlatformDatabase } from '../e2e/basalt/platform-database.ts';
import { keysOf } from '../e2e/basalt/project-api.ts';
import { type Basalt, disposeBasalt, startBasalt } from '../e2e/basalt/start-basalt.ts';
import { type BenchContext, time, until } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { memoryOfHome, processorTimeOfHome, untilQuiet } from './process-load.ts';

/** Projects that exist; one in twenty of them is awake. */
const SIZES = (process.env.BENCH_SCALE_PROJECTS ?? '100,300,1000').split(',').map(Number);
const AWAKE_SHARE = 20;
const AWAKE_FOR_IDLE_LOAD = 100;
const CREATED_AT_ONCE = 2;
const LISTS = 20;
const ANSWERS = 50;
/** A server goes on writing for some minutes after its start: statistics, and a checkpoint after five. */
const SETTLE_MS = 7 * 60_000;
/** Whole minutes: much is done once a minute. */
const IDLE_SECONDS = 180;
const MB = 1_000_000;

/**
 * What a machine with many projects needs, most of them paused: disk, memory, processes, open files, the time of a start, of the
 * list of projects and of an answer of the gateway. On a disk, because there is too much of it for memory.
 */
export async function measureScale({ basalt: other }: BenchContext): Promise<Figure[]> {
  const { databases } = await findFreePorts(Math.max(...SIZES) + AWAKE_FOR_IDLE_LOAD);
  const basalt = await startBasalt({
    environment: {
      BASALT_DATABASE_PORTS: `${databases.first}-${databases.last}`,
      BASALT_LOG_LEVEL: other.environment.BASALT_LOG_LEVEL ?? 'warn',
    },
  });
  const context: BenchContext = { basalt, api: new ApiClient(basalt.origin, OWNER.accessToken) };
  const free = freeOf(basalt.home);
  const awake: string[] = [];
  const figures: Figure[] = [];
  try {
    let made = 0;
    for (const size of SIZES) {
      const seconds = (await time(() => makeProjects(context, made, size, awake))) / 1_000;
      console.log(`${size} projects after ${seconds.toFixed(0)} s`);
      made = size;
      figures.push(...show(await measureSize(context, size, awake, free)));
    }
    figures.push(...show(await measureIdle(context, awake)));
    return figures;
  } finally {
    await disposeBasalt(context.basalt);
  }
}

/** Creates projects up to a number, and pauses all but one in twenty. */
async function makeProjects(context: BenchContext, from: number, to: number, awake: string[]): Promise<void> {
  let next = from;
  const makers = Array.from({ length: CREATED_AT_ONCE }, async () => {
    while (next < to) {
      const number = next++;
      const { ref } = await context.api.createProject(`Bench scale ${number}`);
      await context.api.rows(ref, 'create table public.things (id int primary key, name text)');
      if (number % AWAKE_SHARE === 0) awake.push(ref);
      else {
        await context.api.request('POST', `/v1/projects/${ref}/pause`);
        await context.api.waitForStatus(ref, 'INACTIVE');
      }
    }
  });
  await Promise.all(makers);
}

async function measureSize(
  context: BenchContext,
  size: number,
  awake: readonly string[],
  free: number,
): Promise<Figure[]> {
  await untilNothingIsDone(context.basalt);
  const { stop, environment, home } = context.basalt;
  const named = (name: string) => `${size} projects: ${name}`;
  const files = await filesOf(home);
  const taken = free - freeOf(home);
  const memory = await memoryOfHome(home);
  const ours = Object.keys(memory).filter((kind) => kind !== 'postgres');
  const open = await openFilesOf(home);
  const list = await repeat(LISTS, () => context.api.request('GET', '/platform/projects'));
  const answer = await answersOf(context, awake);
  await stop();
  let health = 0;
  const dashboard = await time(async () => {
    health = await time(async () => {
      context.basalt = await startBasalt({ environment });
    });
    await until(
      'The list',
      async () => (await context.api.request('GET', '/platform/projects')).status === 200,
    );
  });
  const part = (kind: string) => `${kind} ${(memory[kind] ?? 0).toFixed(0)}`;
  return [
    {
      name: named('space taken on the disk'),
      value: taken / MB,
      unit: 'MB',
      target: null,
      note: `files of ${(files.all / MB).toFixed(0)} MB; ${(files.projects / MB / size).toFixed(1)} MB for each database, ${(files.backups / MB / size).toFixed(1)} MB for its backups and log`,
    },
    {
      name: named('memory of the platform'),
      value: ours.reduce((sum, kind) => sum + (memory[kind] ?? 0), 0),
      unit: 'MB',
      target: 500,
      note: `${ours.map(part).join(', ')}; databases ${((memory.postgres ?? 0) / (awake.length + 1)).toFixed(1)} MB for each of ${awake.length} that are awake and the platform's`,
    },
    {
      name: named('cold start to a served list'),
      value: dashboard,
      unit: 'ms',
      target: 5_000,
      note: `to health ${health.toFixed(0)} ms; ${open.processes} processes with ${open.files} open files, ${open.most} in the one with the most`,
    },
    {
      name: named('list of projects, p95'),
      value: percentile(list, 0.95),
      unit: 'ms',
      target: 200,
      note: `p50 ${percentile(list, 0.5).toFixed(0)} ms`,
    },
    {
      name: named('one row by the API, p95'),
      value: percentile(answer, 0.95),
      unit: 'ms',
      target: null,
      note: `p50 ${percentile(answer, 0.5).toFixed(1)} ms, ${ANSWERS} projects or times`,
    },
  ];
}

/** What everything does while a hundred projects are awake and nobody asks. */
async function measureIdle(context: BenchContext, awake: string[]): Promise<Figure[]> {
  const { api, basalt } = context;
  const { body } = await api.request('GET', '/v1/projects');
  const asleep = (body as { ref: string; status: string }[]).filter(({ status }) => status === 'INACTIVE');
  for (const { ref } of asleep.slice(0, Math.max(0, AWAKE_FOR_IDLE_LOAD - awake.length))) {
    await api.request('POST', `/v1/projects/${ref}/restore`);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  }
  await untilNothingIsDone(basalt);
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  const before = await processorTimeOfHome(basalt.home);
  await new Promise((done) => setTimeout(done, IDLE_SECONDS * 1_000));
  const after = await processorTimeOfHome(basalt.home);
  const share = (kind: string) => (100 * ((after[kind] ?? 0) - (before[kind] ?? 0))) / IDLE_SECONDS;
  const kinds = Object.keys(after);
  return [
    {
      name: `a processor's time for ${AWAKE_FOR_IDLE_LOAD} awake of ${body.length} projects, nobody asking`,
      value: kinds.reduce((sum, kind) => sum + share(kind), 0),
      unit: '%',
      target: 5,
      note: kinds.map((kind) => `${kind} ${share(kind).toFixed(2)}`).join(', '),
    },
  ];
}

/** Milliseconds of requests to the Data API of projects that are awake, in turn. */
async function answersOf({ api, basalt }: BenchContext, awake: readonly string[]): Promise<number[]> {
  const keys = await Promise.all(awake.map((ref) => keysOf(api, basalt, ref)));
  const ask = async (turn: number) => {
    const { url, serviceRole } = keys[turn % keys.length] ?? { url: '', serviceRole: '' };
    const answer = await fetch(`${url}/rest/v1/things`, { headers: { apikey: serviceRole } });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
    await answer.arrayBuffer();
  };
  for (let turn = 0; turn < keys.length; turn++) await ask(turn);
  const taken: number[] = [];
  for (let turn = 0; turn < ANSWERS; turn++) taken.push(await time(() => ask(turn)));
  return taken;
}

/**
 * Waits until nothing is done. The verification of first backups is not waited for: they are verified one after the other, five
 * seconds each, which takes more than an hour for a thousand that were made in a few minutes.
 */
async function untilNothingIsDone(basalt: Basalt): Promise<void> {
  await withPlatformDatabase(basalt, (client) =>
    client.query('update backups set verified_at = now() where verified_at is null'),
  );
  await untilQuiet(basalt.home, 60 * 60_000);
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) taken.push(await time(work));
  return taken;
}

/** Bytes that are free on the disk of a folder. */
function freeOf(folder: string): number {
  const { bfree, bsize } = statfsSync(folder);
  return bfree * bsize;
}

/** Bytes of files, where what is linked twice counts once, and what the file system itself shares counts twice. */
async function filesOf(home: string): Promise<{ all: number; projects: number; backups: number }> {
  const used = async (folder: string) => {
    if ((await stat(folder).catch(() => null)) === null) return 0;
    const { stdout } = await promisify(execFile)('du', ['-s', '--block-size=1', folder]);
    return Number.parseInt(stdout, 10);
  };
  return {
    all: await used(home),
    projects: await used(path.join(home, 'projects')),
    backups: await used(path.join(home, 'backups')),
  };
}

async function openFilesOf(home: string): Promise<{ processes: number; files: number; most: number }> {
  const processes = await processesOfHome(home);
  const counts = await Promise.all(
    processes.map(async ({ pid }) => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length),
  );
  return {
    processes: processes.length,
    files: counts.reduce((sum, count) => sum + count, 0),
    most: Math.max(...counts),
  };
}

/** Prints figures as they come, because the last ones take long. */
function show(figures: Figure[]): Figure[] {
  for (const { name, value, unit, note = '' } of figures)
    console.log(`${name}: ${value.toFixed(1)} ${unit} ${note}`);
  return figures;
}
