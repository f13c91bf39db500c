import { access, constants, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runsAsRoot } from '../owners/access.ts';

export interface Limits {
  memoryMb: number;
  cpus: number;
}

/** One hierarchy of control groups and what to write into a group's files. */
export interface Hierarchy {
  mount: string;
  /** Switches controllers on in a group that will have groups inside; version 2 only. */
  prepare: { file: string; value: string } | null;
  values(limits: Limits): Record<string, string>;
}

const MB = 1024 * 1024;
const CPU_PERIOD_US = 100_000;
/** Below this share of its limit a cluster is left alone; above it, it is slowed down before it is killed. */
const HIGH = 0.9;

/**
 * The hierarchies in which we can limit processes; empty where we cannot, or where somebody limits us: moving servers to a
 * group of ours would take them out of that limit.
 */
export async function findHierarchies(
  mount = '/sys/fs/cgroup',
  ownGroups = '/proc/self/cgroup',
): Promise<Hierarchy[]> {
  if (!runsAsRoot) return [];
  const own = await readFile(ownGroups, 'utf8').catch(() => '');
  const controllers = (await readOrEmpty(join(mount, 'cgroup.controllers'))).split(/\s+/);
  const isVersion2 = controllers.includes('memory') && controllers.includes('cpu');
  if (isVersion2) return (await isWithoutLimit(mount, own)) ? writable([version2(mount)]) : [];
  // In version 1 only processes in the root group are surely nobody else's.
  const isOurs = ['memory', 'cpu'].every((name) => new RegExp(`^\\d+:(.*,)?${name}(,.*)?:/$`, 'm').test(own));
  return isOurs ? writable([memory1(join(mount, 'memory')), cpu1(join(mount, 'cpu'))]) : [];
}

function version2(mount: string): Hierarchy {
  return {
    mount,
    prepare: { file: 'cgroup.subtree_control', value: '+memory +cpu' },
    values: ({ memoryMb, cpus }) => ({
      'memory.high': String(Math.floor(memoryMb * MB * HIGH)),
      'memory.max': String(memoryMb * MB),
      'cpu.max': `${quota(cpus)} ${CPU_PERIOD_US}`,
    }),
  };
}

function memory1(mount: string): Hierarchy {
  const values = ({ memoryMb }: Limits) => ({ 'memory.limit_in_bytes': String(memoryMb * MB) });
  return { mount, prepare: null, values };
}

function cpu1(mount: string): Hierarchy {
  const values = ({ cpus }: Limits) => ({
    'cpu.cfs_period_us': String(CPU_PERIOD_US),
    'cpu.cfs_quota_us': String(quota(cpus)),
  });
  return { mount, prepare: null, values };
}

function quota(cpus: number): number {
  return Math.max(1_000, Math.round(cpus * CPU_PERIOD_US)); // the kernel takes no less
}

/** Looks at our own group and all around it. */
async function isWithoutLimit(mount: string, own: string): Promise<boolean> {
  let group = /^0::(\/.*)$/m.exec(own)?.[1] ?? '/';
  for (; group !== '/'; group = dirname(group)) {
    const memory = await readOrEmpty(join(mount, group, 'memory.max'));
    const cpu = await readOrEmpty(join(mount, group, 'cpu.max'));
    if (/^\d/.test(memory) || /^\d/.test(cpu)) return false;
  }
  return true;
}

async function writable(hierarchies: Hierarchy[]): Promise<Hierarchy[]> {
  const checks = hierarchies.map(({ mount }) => access(join(mount, 'cgroup.procs'), constants.W_OK));
  return Promise.all(checks).then(
    () => hierarchies,
    () => [],
  );
}

async function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
