import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@basalt/postgres';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { StepContext } from '../../operations/definition.ts';

const WITHIN_MS = 2 * 60_000;
const LOOK_EVERY_MS = 500;

/**
 * Brings everything that a project in Kubernetes has committed until now to its archive. Recovery to a moment ends at the first change
 * after it, and fails where the archive has none: so there is one afterwards.
 * @throws PlatformError `conflict`: the archive does not take it
 */
export async function shipNewest({ clusters, signal }: StepContext, ref: string): Promise<void> {
  await withClient(await clusters.address(ref), async (client) => {
    await client.query('select pg_catalog.pg_current_xact_id()');
    const { rows } = await client.query(
      `select pg_catalog.pg_walfile_name(pg_catalog.pg_switch_wal()) as file,
        pg_catalog.current_setting('archive_mode') <> 'off' as is_archived`,
    );
    const { file, is_archived: isArchived } = rows[0];
    const until = Date.now() + WITHIN_MS;
    while (isArchived) {
      const { rows: archiver } = await client.query(
        'select last_archived_wal >= $1 as is_there from pg_catalog.pg_stat_archiver',
        [file],
      );
      if (archiver[0].is_there === true) return;
      signal.throwIfAborted();
      if (Date.now() >= until)
        throw new PlatformError(
          'conflict',
          'The newest changes do not get into the object store. See the status of the Cluster in Kubernetes.',
        );
      await sleep(LOOK_EVERY_MS);
    }
  });
}
