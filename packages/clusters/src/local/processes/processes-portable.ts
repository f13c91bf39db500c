import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { countsAsBackend, isOwnBackend, type Processes, type TreeUsage } from './process-view.ts';

// Systems without /proc (macOS): everything comes from one call of `ps`.
const run = promisify(execFile);

async function serves(pid: number, dataDirectory: string): Promise<boolean> {
  // Servers are always started as "postgres -D <data directory> ...".
  const command = await ps('command=', pid);
  return command.includes(`-D ${dataDirectory} `);
}

async function usage(postmaster: number): Promise<TreeUsage> {
  const total: TreeUsage = {
    cpuSeconds: 0,
    pssBytes: null,
    readBytes: null,
    writtenBytes: null,
    changedBytes: null,
    backends: 0,
    ownBackends: 0,
  };
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,time=,command='], { maxBuffer: 16 * 1024 * 1024 });
  for (const line of stdout.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!match || (Number(match[1]) !== postmaster && Number(match[2]) !== postmaster)) continue;
    total.cpuSeconds += secondsOf(match[3] ?? '');
    if (countsAsBackend(match[4] ?? '')) total.backends += 1;
    if (isOwnBackend(match[4] ?? '')) total.ownBackends += 1;
  }
  return total;
}

/** `ps` cannot tell where a process works; orphans end by themselves when their server dies. */
async function inside(): Promise<number[]> {
  return [];
}

async function identity(pid: number): Promise<string | null> {
  const [state = '', ...started] = (await ps('state=,lstart=', pid)).trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? null : started.join(' ');
}

async function ps(columns: string, pid: number): Promise<string> {
  try {
    return (await run('ps', ['-o', columns, '-p', String(pid)])).stdout;
  } catch {
    return ''; // no such process
  }
}

/** "1-02:03:04.5", "02:03:04" or "3:04.50" as seconds. */
export function secondsOf(time: string): number {
  const [clock = '', days = '0'] = time.split('-').reverse();
  return clock.split(':').reduce((total, part) => total * 60 + Number(part), 0) + Number(days) * 86_400;
}

export const portableProcesses: Processes = { serves, identity, usage, inside };
