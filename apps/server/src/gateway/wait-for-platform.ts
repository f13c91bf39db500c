import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalDriver, PLATFORM_REF } from '@basalt/clusters/local-driver';
import type { ProjectRuntimeStore } from '@basalt/platform/project-runtime';
import type { Config } from '../config.ts';
import type { Home } from '../home.ts';
import { platformDatabaseUrl } from '../platform-database-url.ts';
import { readSecretKey } from '../secret-key.ts';

const RETRY_MS = 50;
/** The platform's database is there by then, except at the very first start. */
const UNUSUAL_MS = 5_000;

/** The key that seals secrets. Only the platform process makes it, at the very first start: it knows whether one got lost. */
export async function untilSecretKey(home: Home, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const key = await readSecretKey(home);
    if (key !== null) return key;
    await sleep(RETRY_MS, undefined, { signal });
  }
}

/** Where the platform's database is. At the very first start the platform process has yet to make it. */
export async function findPlatformDatabase(
  config: Config,
  clusters: LocalDriver,
  signal: AbortSignal,
): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
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
