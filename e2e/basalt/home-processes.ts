import { readdir, readFile, readlink } from 'node:fs/promises';

export interface HomeProcess {
  pid: number;
  /** The command line, words separated by spaces. */
  command: string;
  isPostgres: boolean;
}

/** Every process that belongs to a data folder: those that work inside it and those that were told to use it. Linux only. */
export async function processesOfHome(home: string): Promise<HomeProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => look(pid, home)));
  return found.filter((process) => process !== null);
}

/** Kills what a test has found left behind, so that it does not stay after the report. */
export function killProcesses(processes: readonly HomeProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with the one before it.
    }
  }
}

async function look(pid: number, home: string): Promise<HomeProcess | null> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [folder, environment, command] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
    read('environ'),
    read('cmdline'),
  ]);
  const isTold = environment.split('\0').includes(`BASALT_HOME=${home}`);
  if (!isTold && !`${folder}/`.startsWith(`${home}/`)) return null;
  // A process that has ended and that nobody has waited for yet has no command line.
  if (command === '') return null;
  const words = command.replaceAll('\0', ' ').trim();
  return { pid, command: words, isPostgres: /^(\S*\/)?postgres(:| |$)/.test(words) };
}
