import { globSync, readFileSync } from 'node:fs';

/** SIGKILL for the PostgreSQL servers of all projects and of what is made beside them; the platform's own lives on. */
export function killProjectServers(home: string): void {
  for (const file of globSync(['projects/*/data*/postmaster.pid', 'scratch/*/data*/postmaster.pid'], {
    cwd: home,
  })) {
    const pid = Number(readFileSync(`${home}/${file}`, 'utf8').split('\n')[0]);
    const line = readCommand(pid);
    // The file outlives its server, and the number may be somebody else's by now.
    if (line.includes(home)) process.kill(pid, 'SIGKILL');
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
