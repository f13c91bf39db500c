import { withClient } from '@basalt/postgres';
import { expect, test } from 'vitest';
import { useTestCluster } from '../testing.ts';
import { projectDatabaseUpdates } from './index.ts';

const cluster = useTestCluster();
const script = projectDatabaseUpdates().find(({ name }) => name === '25-webhooks.sql')?.sql ?? '';

test('the script may be run again, and what is queued stays', async () => {
  const address = await cluster.createDatabase();
  await withClient(address, async (client) => {
    await client.query(`select net.http_get('https://a.test/')`);
    await client.query(script);
    await client.query(script);
    const { rows } = await client.query(`select url from net.http_request_queue`);
    expect(rows).toEqual([{ url: 'https://a.test/' }]);
  });
});

test('a schema that somebody has put under its name stays as it is', async () => {
  const address = await cluster.createDatabase();
  await withClient(address, async (client) => {
    await client.query('drop schema net cascade; create schema net authorization postgres');
    await client.query(script);
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'net'::regnamespace
      union all select proname from pg_proc where pronamespace = 'net'::regnamespace`,
    );
    expect(rows).toEqual([]);
  });
});
