import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { expect, it } from 'vitest';
import type { StepContext } from '../../operations/definition.ts';
import { shipNewest } from './ship-newest.ts';

/** Archives by itself, as a server of CloudNativePG does. */
const cluster = useTestCluster({
  kind: 'platform',
  name: 'archiving',
  settings: { parameters: { archive_mode: 'on', archive_command: 'true', archive_library: '' } },
});

it('brings what was committed, and a change after it, to the archive before it answers', async () => {
  const address = await cluster.createDatabase();
  await withClient(address, async (client) => {
    await client.query('create table notes (text text)');
    const { rows } = await client.query(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as file, pg_current_wal_insert_lsn() as at',
    );
    const clusters = { address: async () => address } as unknown as StepContext['clusters'];
    await shipNewest({ clusters, signal: new AbortController().signal } as StepContext, 'quarry');
    const { rows: after } = await client.query(
      `select last_archived_wal >= $1 as is_archived, pg_wal_lsn_diff(pg_current_wal_lsn(), $2) > 0 as is_later
      from pg_stat_archiver`,
      [rows[0].file, rows[0].at],
    );
    expect(after).toEqual([{ is_archived: true, is_later: true }]);
  });
});
