import { POSTGRES_MAJORS, SMALL_SETTINGS } from '@basalt/clusters';
import { NotApplicable } from './attempt.ts';
import type { HostProcess } from './host-process.ts';

export type OperationName = (typeof OPERATIONS)[number];

export interface Outcome {
  /** Why it failed; null: it did not. */
  error: string | null;
  /** It did not come to its end in time. */
  hangs: boolean;
}

/** The project that an operation works on, and what it may make beside it. */
interface Work {
  host: HostProcess;
  ref: string;
  /** Ref and port of a project that does not exist yet. */
  fresh: { ref: string; port: number };
}

/** What the platform does to a project, by the commands that its own operations give, in their order. */
export const OPERATIONS = [
  'running',
  'session',
  'pause',
  'resume',
  'resize',
  'backup',
  'archive',
  'verify',
  'restore',
  'restore to new',
  'return',
  'discard',
  'upgrade',
  'download',
  'measure',
  'recover',
  'delete',
] as const;

/** After these nothing of the project's system user runs. */
export const ENDS_EVERYTHING: readonly OperationName[] = ['pause', 'delete'];
/** These end the server and start one: what ran before is gone. */
export const STARTS_AFRESH: readonly OperationName[] = [
  'resume',
  'resize',
  'restore',
  'return',
  'discard',
  'upgrade',
  'recover',
];

/** Long enough for every one of them; what takes longer waits for something that does not come. */
const PATIENCE_MS = 25_000;
const LIVE = 'select 1 as one';

const steps: Record<OperationName, (work: Work) => Promise<unknown>> = {
  running: async () => undefined,

  session: async ({ host, ref }) => {
    for (let n = 0; n < 3; n += 1) await host.platform.session(ref, LIVE);
  },

  pause: ({ host, ref }) => host.driver.stop(ref),

  resume: async ({ host, ref }) => {
    await host.driver.stop(ref);
    await pause();
    await host.driver.start(ref);
    await host.platform.session(ref, LIVE);
  },

  resize: async ({ host, ref }) => {
    await host.driver.restart(ref, { ...SMALL_SETTINGS, sharedBuffersMb: 24 });
    await host.platform.session(ref, LIVE);
  },

  backup: ({ host, ref }) => host.backups.takeBase(ref),

  archive: async ({ host, ref }) => {
    for (let n = 0; n < 5; n += 1) {
      await host.platform
        .session(ref, `select pg_logical_emit_message(true, 'breach', 'x'), pg_switch_wal()`)
        .catch(() => undefined);
      await pause();
      await host.backups.ship(ref);
    }
  },

  verify: async ({ host, ref }) => {
    await host.backups.takeBase(ref);
    await host.backups.verify(ref);
  },

  restore: async (work) => {
    const { host, ref } = work;
    await restoreBeside(work);
    await host.driver.stop(ref);
    await host.backups.ship(ref).catch(() => undefined);
    await host.driver.replace(ref, scratchOf(ref), 'former');
    await host.driver.start(ref);
    await host.platform.session(ref, LIVE);
  },

  'restore to new': async (work) => {
    const { host, ref, fresh } = work;
    await restoreBeside(work);
    const major = await host.driver.major(ref);
    await host.driver.create({ ...fresh, kind: 'project', major }, { scratch: scratchOf(ref) });
    await host.driver.start(fresh.ref);
    await host.platform.session(fresh.ref, LIVE);
  },

  return: async (work) => {
    const { host, ref } = work;
    await exchangeForEmpty(work);
    await host.driver.start(ref);
    await host.driver.stop(ref);
    await host.driver.putBack(ref, 'former', null);
    await host.driver.start(ref);
    await host.platform.session(ref, LIVE);
  },

  discard: async (work) => {
    const { host, ref } = work;
    await exchangeForEmpty(work);
    await host.driver.start(ref);
    await host.driver.kept(ref);
    await host.driver.discard(ref, 'former');
    await host.platform.session(ref, LIVE);
  },

  upgrade: async ({ host, ref }) => {
    const major = await host.driver.major(ref);
    const next = POSTGRES_MAJORS[POSTGRES_MAJORS.indexOf(major) + 1];
    if (next === undefined) throw new NotApplicable('there is no newer version');
    const scratch = scratchOf(ref);
    await host.driver.prepare(next, { empty: true });
    await host.driver.create({ ref: scratch, kind: 'scratch', major: next, port: null }, { empty: true });
    await host.driver.start(scratch);
    const closed = { ...SMALL_SETTINGS, parameters: { listen_addresses: '' } };
    await host.driver.restart(ref, closed);
    await host.backups.ship(ref);
    await host.platform.copy(ref, scratch);
    await host.driver.stop(scratch);
    await host.driver.stop(ref);
    await host.driver.replace(ref, scratch, 'former');
    await host.driver.start(ref, SMALL_SETTINGS);
    await host.platform.session(ref, LIVE);
  },

  download: ({ host, ref }) => host.platform.dump(ref),

  measure: async ({ host, ref }) => {
    for (let n = 0; n < 20; n += 1) await host.driver.stats(ref);
  },

  /** A deleted project is only stopped, and can be brought back for some days. */
  recover: async ({ host, ref }) => {
    // Often, for those who wait for the one moment.
    for (let n = 0; n < 4; n += 1) {
      await host.driver.stop(ref);
      await pause();
      await host.driver.stats(ref);
      await host.driver.start(ref);
    }
    await host.platform.session(ref, LIVE);
  },

  delete: async ({ host, ref }) => {
    await host.driver.stop(ref).catch(() => undefined);
    await host.driver.remove(ref);
    await host.backups.removeAll(ref);
  },
};

export async function runOperation(name: OperationName, work: Work): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'late');
  });
  try {
    const end = await Promise.race([steps[name](work), late]);
    return { error: null, hangs: end === 'late' };
  } catch (error) {
    if (error instanceof NotApplicable) throw error;
    return { error: error instanceof Error ? error.message : String(error), hangs: false };
  } finally {
    clearTimeout(timer);
  }
}

export function scratchOf(ref: string): string {
  return `beside-${ref}`;
}

async function restoreBeside({ host, ref }: Work): Promise<void> {
  await host.backups.takeBase(ref);
  await host.backups.ship(ref);
  await host.backups.restore({ ref, scratch: scratchOf(ref), target: { kind: 'latest' } });
}

async function exchangeForEmpty({ host, ref }: Work): Promise<void> {
  const major = await host.driver.major(ref);
  const scratch = scratchOf(ref);
  await host.driver.prepare(major, { empty: true });
  await host.driver.create({ ref: scratch, kind: 'scratch', major, port: null }, { empty: true });
  await host.driver.stop(ref);
  await host.driver.replace(ref, scratch, 'former');
}

/** Moments in which nothing of the platform's is at work, for those who wait for one. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 60));
}
