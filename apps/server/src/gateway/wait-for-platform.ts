import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalDriver, PLATFORM_REF } from '@basalt/clusters/local-driver';
import type { ProjectRuntimeStore } from '@basalt/platform/project-runtime';
import type { Config } from '../config.ts';
import type { Home } from '../home.ts';
import { platformDatabaseUrl } from '../platform-database-url.ts';
import { readSecretKey } from '../secret-key.ts';

const RETRY_MS = 50;

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

/** Resolves when projects can be looked up: the platform's database answers and has the tables. */
export async function untilReadable(store: ProjectRuntimeStore, signal: AbortSignal): Promise<void> {
  const nobody = 'a'.repeat(20);
  for (;;) {
    const readable = await store.read(nobody).then(
      () => true,
      () => false,
    );
    if (readable) return;
    await sleep(RETRY_MS, undefined, { signal });
  }
}
