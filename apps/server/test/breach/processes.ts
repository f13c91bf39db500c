import { readdirSync, readFileSync } from 'node:fs';

/** What the machine shows of its processes, as root sees them. */

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Running processes of a user; the dead that nobody has buried do not count. */
export function processesOf(uid: number): number[] {
  return allPids().filter((pid) => uidOf(pid) === uid && !isDead(pid));
}

/**
 * Running processes that have this text in the environment they were started with, and all in their sessions: one that gives itself
 * another name may write over its environment.
 */
export function processesWith(mark: string): number[] {
  const living = allPids().filter((pid) => !isDead(pid));
  const marked = living.filter((pid) => readText(`/proc/${pid}/environ`).includes(mark));
  const own = sessionOf(process.pid);
  const sessions = new Set(marked.map(sessionOf).filter((session) => session > 1 && session !== own));
  return living.filter((pid) => marked.includes(pid) || sessions.has(sessionOf(pid)));
}

function sessionOf(pid: number): number {
  const text = readText(`/proc/${pid}/stat`);
  // The name may hold spaces and brackets: count from the last bracket.
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[3] ?? 0);
}

export function uidOf(pid: number): number {
  const match = /^Uid:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`));
  return match ? Number(match[1]) : -1;
}

export function commandOf(pid: number): string {
  return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    if (pid < 2 || pid === process.pid) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

function isDead(pid: number): boolean {
  const state = /^State:\s+(\S)/m.exec(readText(`/proc/${pid}/status`))?.[1];
  return state === undefined || state === 'Z' || state === 'X';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
