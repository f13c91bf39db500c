import { readFile } from 'node:fs/promises';
import { type HomeProcess, processesOfHome } from '../e2e/basalt/home-processes.ts';

/** The clock of /proc counts hundredths of a second on every Linux. */
const TICKS_PER_SECOND = 100;
const QUIET = 0.05;

/**
 * Megabytes (of 1,000,000 bytes) that the processes of a data folder take, by kind of process: proportional set size,
 * where a page that several processes share counts once in all.
 */
export async function memoryOfHome(home: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const process of await processesOfHome(home)) {
    const kind = kindOf(process);
    sizes[kind] = (sizes[kind] ?? 0) + (await proportionalSize(process.pid)) / 1_000_000;
  }
  return sizes;
}

/** Seconds of a processor that the processes of a data folder have taken, with their children that have ended, by kind. */
export async function processorTimeOfHome(home: string): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const process of await processesOfHome(home)) {
    const kind = kindOf(process);
    times[kind] = (times[kind] ?? 0) + (await ticksOf(process.pid)) / TICKS_PER_SECOND;
  }
  return times;
}

function kindOf({ command, isPostgres }: HomeProcess): string {
  return isPostgres ? 'postgres' : (/([a-z]+)(-process)?\.ts/.exec(command)?.[1] ?? 'others');
}

/** Waits until the processes of a data folder do next to nothing for two seconds: background work is done. */
export async function untilQuiet(home: string, patience = 120_000): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    const before = await processorTime(home);
    await new Promise((done) => setTimeout(done, 2_000));
    const after = await processorTime(home);
    if ((after - before) / TICKS_PER_SECOND / 2 < QUIET) return;
    if (Date.now() > end) throw new Error('Basalt did not become quiet.');
  }
}

/** Bytes, where a page that several processes share counts in parts. */
export async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

async function processorTime(home: string): Promise<number> {
  const processes = await processesOfHome(home);
  const times = await Promise.all(processes.map(({ pid }) => ticksOf(pid)));
  return times.reduce((sum, ticks) => sum + ticks, 0);
}

async function ticksOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Counted after the name, which may hold spaces: 11 and 12 are the time in user and in system mode, 13 and 14
  // that of children who have ended.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}
