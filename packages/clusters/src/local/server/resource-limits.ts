import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Log, MachineCapacity } from '../../driver.ts';
import { freeDiskBytes } from '../files/disk.ts';
import { shortHash } from '../files/layout.ts';
import { findHierarchies, type Hierarchy, type Limits } from './control-groups.ts';

/** @param folder where the clusters are */
export async function machineCapacity(folder: string): Promise<MachineCapacity> {
  const held = process.constrainedMemory();
  return {
    // Inside a container the limit counts; without one the number is 0 or absurdly high.
    memoryBytes: held > 0 ? Math.min(held, totalmem()) : totalmem(),
    cpus: availableParallelism(),
    diskFreeBytes: await freeDiskBytes(folder),
    enforcesLimits: await limitsAvailable(),
  };
}

const OURS = 'basalt';

let available: Promise<boolean> | undefined;

/** Can this machine hold clusters to `settings.limits`? Found out once: clusters that run were limited by what was true then. */
export function limitsAvailable(): Promise<boolean> {
  available ??= findHierarchies().then(
    (hierarchies) => hierarchies.length > 0,
    () => false,
  );
  return available;
}

/** Limits of memory and processors by control groups, one group a cluster. A courtesy of the machine: it never fails. */
export class ResourceLimits {
  readonly #hierarchies: Promise<Hierarchy[]>;
  readonly #prefix: string;
  readonly #log: Log;

  constructor(root: string, log: Log, hierarchies = findHierarchies()) {
    this.#hierarchies = hierarchies.catch(() => []);
    this.#prefix = shortHash(root); // several installations of one machine may have the same refs
    this.#log = log;
  }

  /** Puts a server and its children into the cluster's group, unless it is there already. */
  async apply(ref: string, pid: number, limits: Limits): Promise<void> {
    for (const hierarchy of await this.#hierarchies) {
      try {
        await limit(hierarchy, this.#group(hierarchy, ref), pid, limits);
      } catch (error) {
        this.#log('warn', { ref, error }, 'The limits of a database could not be given to the system.');
      }
    }
  }

  /** Ends what is left in the group of a cluster that does not run, and deletes it. */
  async release(ref: string): Promise<void> {
    for (const hierarchy of await this.#hierarchies) {
      const group = this.#group(hierarchy, ref);
      // Version 2 ends with one write whatever is left in the group.
      await writeFile(join(group, 'cgroup.kill'), '1', { flag: 'r+' }).catch(() => undefined);
      await rmdir(group).catch(() => undefined);
    }
  }

  #group({ mount }: Hierarchy, ref: string): string {
    return join(mount, OURS, `${this.#prefix}-${ref}`);
  }
}

async function limit({ mount, prepare, values }: Hierarchy, group: string, pid: number, limits: Limits) {
  const members = join(group, 'cgroup.procs');
  const present = await readFile(members, 'utf8').catch(() => '');
  if (present.split('\n').includes(String(pid))) return;
  await mkdir(join(mount, OURS), { recursive: true });
  if (prepare)
    for (const at of [mount, join(mount, OURS)]) await writeFile(join(at, prepare.file), prepare.value);
  await mkdir(group, { recursive: true });
  for (const [file, value] of Object.entries(values(limits))) await writeFile(join(group, file), value);
  // The server first: what it starts from now on is in the group by birth.
  for (const each of [pid, ...(await childrenOf(pid))])
    await writeFile(members, String(each), { flag: 'a' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ESRCH') throw error; // a child that ended meanwhile
    });
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}
