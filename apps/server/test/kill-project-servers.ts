import { globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** SIGKILL for the PostgreSQL servers of all projects and of what is made beside them; the platform's own lives on. */
export function killProjectServers(home: string): void {
  for (const file of globSync(['projects/*/server.json', 'scratch/*/server.json'], { cwd: home })) {
    const { pid } = JSON.parse(readFileSync(`${home}/${file}`, 'utf8')) as { pid: number };
    const line = readCommand(pid);
    // The file outlives its server, and the number may be somebody else's by now.
    if (line.includes(home)) process.kill(pid, 'SIGKILL');
  }
}

/** SIGKILL for every process that works inside the folder: servers and all that they started, the platform's too. */
export function killEverythingIn(home: string): void {
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid || !placeOf(pid).startsWith(`${home}/`)) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

function placeOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
