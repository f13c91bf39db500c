import { readFile } from 'node:fs/promises';

/**
 * What the machine calls a process that a server knows under a number of its own, because it has its own view of processes.
 * @param postmaster as the machine calls it
 */
export async function hostPid(postmaster: number, pid: number): Promise<number> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  for (const child of [postmaster, ...children.split(' ').filter(Boolean).map(Number)]) {
    const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => '');
    if (Number(/^NSpid:.*\t(\d+)$/m.exec(status)?.[1]) === pid) return child;
  }
  throw new Error(`The server ${postmaster} has no process ${pid}.`);
}
