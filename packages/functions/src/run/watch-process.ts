import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4_096;
/** What the kernel counts processor time in. */
const TICK_MS = 10;

/** What a process takes. */
export interface ProcessUse {
  residentBytes: number;
  /** Processor time since its start, in milliseconds. */
  cpuMs: number;
}

/** The only process that another one has started, and the only one of that, and so on: the one that does the work. */
export async function lastOfLine(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  const child = Number(children.trim().split(' ')[0] ?? '');
  return children.trim() === '' || Number.isNaN(child) ? pid : lastOfLine(child);
}

/** Null when there is no such process, or nothing that tells. */
export async function useOf(pid: number): Promise<ProcessUse | null> {
  const [memory, stat] = await Promise.all([
    readFile(`/proc/${pid}/statm`, 'latin1').catch(() => null),
    readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null),
  ]);
  if (memory === null || stat === null) return null;
  // The name of the program, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  return { residentBytes: Number(memory.split(' ')[1] ?? 0) * PAGE_BYTES, cpuMs: ticks * TICK_MS };
}
