import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalDriver, openLocalDriver, PLATFORM_REF } from '@basalt/clusters/local-driver';
import { openProjectRuntimeStore, type ProjectRuntimeStore } from '@basalt/platform/project-runtime';
import type { Beginning } from '../begin-process.ts';
import type { Config } from '../config.ts';
import type { ReachedDoor } from '../door/reach-door.ts';
import { type Home, HomeError } from '../home.ts';
import { platformDatabaseUrl } from '../platform-database-url.ts';
import { readSecretKey, secretKeyFile } from '../secret-key.ts';

const RETRY_MS = 50;
/** The platform's database is there by then, except at the very first start. */
const UNUSUAL_MS = 5_000;

/** What a process needs that serves projects and does not manage them. */
export interface ReachedPlatform {
  secretKey: Buffer;
  clusters: Pick<LocalDriver, 'address' | 'close'>;
  /** The door of the machine that keeps the projects. Null: it is this one. */
  door: ReachedDoor | null;
  /** What the platform's database says of projects. Whether it can be read yet, `untilReadable` finds out. */
  store: ProjectRuntimeStore;
}

/** Waits until the platform is there, which may be starting for the first time at this moment. */
export async function reachPlatform(
  { config, home, log }: Beginning,
  signal: AbortSignal,
): Promise<ReachedPlatform> {
  const secretKey =
    config.platformDoor === null ? await untilSecretKey(home, signal) : await broughtSecretKey(home);
  const door = await findDoor(config, secretKey, home);
  const clusters = door ?? (await openLocalDriver({ home: home.path, listenAddress: config.host }));
  const store = openProjectRuntimeStore({
    databaseUrl: await findPlatformDatabase(config, clusters, signal),
    secretKey,
    log: (level, fields, message) => log[level](fields, message),
  });
  return { secretKey, clusters, door, store };
}

/** Loaded only where it is needed: a gateway beside its platform goes without. */
async function findDoor(
  { platformDoor }: Config,
  secretKey: Buffer,
  home: Home,
): Promise<ReachedDoor | null> {
  if (platformDoor === null) return null;
  const { reachDoor } = await import('../door/reach-door.ts');
  return reachDoor(platformDoor, secretKey, home);
}

/** A gateway on a machine of its own is given the key by whoever sets it up. @throws HomeError that says so */
async function broughtSecretKey(home: Home): Promise<Buffer> {
  const key = await readSecretKey(home);
  if (key === null)
    throw new HomeError(
      `${secretKeyFile(home)} is missing. Copy secret.key there from the data folder of the machine that keeps the projects (mode 0600).`,
    );
  return key;
}

/** The key that seals secrets. Only the platform process makes it, at the very first start: it knows whether one got lost. */
export async function untilSecretKey(home: Home, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const key = await readSecretKey(home);
    if (key !== null) return key;
    await sleep(RETRY_MS, undefined, { signal });
  }
}

/** Where the platform's database is. At the very first start the platform process has yet to make it. */
async function findPlatformDatabase(
  config: Config,
  clusters: LocalDriver | ReachedDoor,
  signal: AbortSignal,
): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  if ('status' in clusters)
    while ((await clusters.status(PLATFORM_REF)) === 'absent') await sleep(RETRY_MS, undefined, { signal });
  return platformDatabaseUrl(await clusters.address(PLATFORM_REF));
}

/**
 * Resolves when projects can be looked up: the platform's database answers and has the tables.
 * @param onWait hears once why it takes longer than usual
 */
export async function untilReadable(
  store: ProjectRuntimeStore,
  signal: AbortSignal,
  onWait: (error: unknown) => void,
): Promise<void> {
  const nobody = 'a'.repeat(20);
  const patientUntil = performance.now() + UNUSUAL_MS;
  for (let told = false; ; ) {
    const problem = await store.read(nobody).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (problem === null) return;
    if (!told && performance.now() > patientUntil) {
      told = true;
      onWait(problem.error);
    }
    await sleep(RETRY_MS, undefined, { signal });
  }
}
