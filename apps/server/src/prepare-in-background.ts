import { DEFAULT_POSTGRES_MAJOR, type LocalDriver, POSTGRES_MAJORS } from '@basalt/clusters';
import type { Logger } from 'pino';

/** Makes project creation fast, one version after the other, the default first. Begins no further one once `signal` fired. */
export async function prepareInBackground(
  clusters: LocalDriver,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const majors = [
    DEFAULT_POSTGRES_MAJOR,
    ...POSTGRES_MAJORS.filter((major) => major !== DEFAULT_POSTGRES_MAJOR),
  ];
  for (const major of majors) {
    if (signal.aborted) return;
    await clusters.prepare(major).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error, major }, 'preparing a Postgres version failed');
    });
  }
}
