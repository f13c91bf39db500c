import { setTimeout as sleep } from 'node:timers/promises';
import type { MachineCapacity } from '@basalt/clusters';
import { type CacheCounters, readCacheCounters, withClient } from '@basalt/postgres';
import { leftBytes, usedBytes } from '../compute/disk-use.ts';
import { DiskWatch } from '../compute/read-only/disk-watch.ts';
import { keepReadOnly, keepReadOnlyNow, type ToldServers } from '../compute/read-only/keep-read-only.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { keepConnectionsLevel, ownConnections } from '../project-cluster/connections-level.ts';
import { isAttached } from '../projects/own-cluster.ts';
import { ACTIVE_STATUSES } from '../projects/transitions.ts';
import { noteMeasured } from '../usage/store.ts';
import { type Counters, countersOf } from './counters.ts';
import { sampleOf } from './sample-of.ts';
import { SampleWriter } from './sample-writer.ts';
import { deleteSamplesBefore } from './store.ts';

const MINUTE_MS = 60_000;
const hourOf = (at: number) => Math.floor(at / (60 * MINUTE_MS));
/** A week shows the same hour of another day, and is a few megabytes a project. */
const KEEP_MS = 7 * 24 * 60 * MINUTE_MS;
/**
 * Looking at every file and every page of memory is the dearest part, and of use only where something happens. What fills the
 * machine's disk unseen is looked for apart.
 */
const QUIET_AGE_MS = 15 * MINUTE_MS;
/** A server that is too busy to tell it has a minute without. */
const ANSWER = { answerTimeoutMs: 2_000 };
const TURNS = { parallel: 4, turnMs: 5_000 };
/** How often the machine's disk is asked what is free. A fast disk takes a few GB meanwhile. */
const WATCH_MS = 2_000;

/**
 * Looks at every running project once a minute: writes down what it uses and keeps its read-only mode in line with its disk. One
 * look a minute is exact, because clusters count CPU time and bytes themselves. Nothing is lost with this process but the minute.
 * A disk that may be filling up is looked at in between.
 */
export function startSampler(
  dependencies: Pick<Dependencies, 'db' | 'clusters' | 'log'> & {
    /** Told of every look at a project, with how much has changed in its server since its start. */
    looked?: (project: ProjectRow, changedBytes: number | null) => void;
  },
  everyMs = MINUTE_MS,
  watchMs = WATCH_MS,
): { stop: () => void } {
  const { clusters, db, log } = dependencies;
  const counters = new Map<number, Counters>();
  const told: ToldServers = new Map();
  const disks = new DiskWatch();
  const atWork = new Set<number>();
  /** Those whose last look took longer than a turn come after the others. */
  const slow = new Set<number>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const samples = new SampleWriter(db, (projectId, error) => {
    if (!signal.aborted)
      log('warn', { project: projectId, err: error }, 'what a project used could not be written down');
  });

  async function look(): Promise<void> {
    const projects = await db
      .selectFrom('projects')
      .selectAll()
      .where('status', 'in', ACTIVE_STATUSES)
      .execute();
    const machine = await clusters.capacity();
    const isSlow = ({ id }: ProjectRow) => Number(slow.has(id));
    const inOrder = projects.sort((a, b) => isSlow(a) - isSlow(b));
    await takeTurns(inOrder, TURNS, (project) => alone(project.id, () => takeLook(project, machine)));
    forgetAllBut(projects);
  }

  /** One look at a project at a time. Asked when its turn has come: until then another may have begun. */
  async function alone(id: number, work: () => Promise<void>): Promise<void> {
    if (atWork.has(id)) return;
    atWork.add(id);
    await work().finally(() => atWork.delete(id));
  }

  async function takeLook(project: ProjectRow, machine: MachineCapacity): Promise<void> {
    if (signal.aborted) return;
    const { id, ref } = project;
    const began = performance.now();
    await lookAt(project, machine).catch(tell(ref));
    if (performance.now() - began > TURNS.turnMs) slow.add(id);
    else slow.delete(id);
  }

  async function lookAt(project: ProjectRow, { cpus, diskFreeBytes }: MachineCapacity): Promise<void> {
    const stats = await clusters.stats(project.ref, { quietAgeMs: QUIET_AGE_MS });
    const cache = stats.backends > 0 ? await cacheCounters(project.ref) : null;
    const now = countersOf(stats, Date.now(), cache);
    if (now === null || signal.aborted) return;
    dependencies.looked?.(project, stats.changedBytes);
    const before = counters.get(project.id) ?? null;
    counters.set(project.id, now);
    samples.add(sampleOf(project, stats, { before, now, machineCpus: cpus, longest: 2 * everyMs }));
    // Each minute, and for each project, this would cost more than the hour that is kept too long.
    if (before === null || hourOf(before.at) !== hourOf(now.at)) {
      await deleteSamplesBefore(db, project.id, new Date(now.at - KEEP_MS));
      await noteMeasured(db, project.id, 'database_bytes', usedBytes(stats));
    }
    if (diskFreeBytes !== null)
      disks.looked(project.id, diskFreeBytes, leftBytes(stats, project.disk_size_gb));
    // Another server's limits, and what it does about a full disk, are its own business.
    if (isAttached(project)) return;
    await keepConnectionsLevel(db, project, { used: stats.ownBackends, limit: ownConnections(project) });
    await keepReadOnly(dependencies, project, stats, told);
  }

  /** Asked only where somebody is connected: nobody else has wanted blocks. Null: the server does not answer in time. */
  async function cacheCounters(ref: string): Promise<CacheCounters | null> {
    const ask = async () => withClient(await clusters.address(ref), readCacheCounters, ANSWER);
    return await ask().catch(() => null);
  }

  async function lookAtDisks(): Promise<void> {
    const { diskFreeBytes } = disks.isEmpty ? { diskFreeBytes: null } : await clusters.capacity();
    if (diskFreeBytes === null) return;
    await takeTurns(disks.due(diskFreeBytes), TURNS, (id) =>
      alone(id, async () => {
        const left = await keepReadOnlyNow(dependencies, id, told).catch(() => null);
        // Nobody could look: the next minute's look says how it goes on.
        if (left === null) disks.forget(id);
        else disks.looked(id, diskFreeBytes, left);
      }),
    );
  }

  /** A project may be paused or deleted while it is looked at. */
  function tell(ref: string) {
    return (error: unknown) => {
      if (!signal.aborted) log('warn', { ref, err: error }, 'what a project uses could not be found out');
    };
  }

  function forgetAllBut(projects: ProjectRow[]): void {
    const ids = new Set(projects.map(({ id }) => id));
    const refs = new Set(projects.map(({ ref }) => ref));
    for (const id of counters.keys()) if (!ids.has(id)) counters.delete(id);
    for (const id of slow) if (!ids.has(id)) slow.delete(id);
    for (const ref of told.keys()) if (!refs.has(ref)) told.delete(ref);
    disks.forgetAllBut(ids);
  }

  void (async () => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => {
        if (!signal.aborted) log('error', { err: error }, 'looking at what projects use failed');
      });
      // On the full minute, so that every minute has one sample.
      await sleep(everyMs - (Date.now() % everyMs), undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  void (async () => {
    while (!signal.aborted) {
      await sleep(watchMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await lookAtDisks().catch((error: unknown) => {
        if (!signal.aborted) log('error', { err: error }, 'looking at disks that fill up failed');
      });
    }
  })();
  return { stop: () => stopping.abort() };
}
