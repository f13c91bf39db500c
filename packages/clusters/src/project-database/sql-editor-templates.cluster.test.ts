import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript, withClient } from '@basalt/postgres';
import { describe, expect, it } from 'vitest';
import { inTurn, useTestCluster } from '../testing.ts';

const FOLDER = join(import.meta.dirname, '../../../../apps/dashboard/src/features/sql-editor/templates/sql');
const CAPS = { maxRowsPerResult: 100, maxBytes: 1_000_000 };
/** Needs a library that is loaded when the database starts, which a test's database does without: it is only planned. */
const STATISTICS = 'statement-statistics.sql';

const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));

/** What the SQL editor offers to run, run as whoever presses Run there, on the oldest and the newest server. */
describe.each(inTurn([15, 18] as const))('templates on PostgreSQL %d', (major) => {
  const cluster = useTestCluster({ major });

  it.each(names)('%s runs, and leaves no table without row level security', async (name) => {
    const address = await cluster.createDatabase();
    const sql = readFileSync(join(FOLDER, name), 'utf8');
    const { error } = await run(address, name === STATISTICS ? `explain ${sql}` : sql);
    expect(error).toBeNull();
    const open = await withClient(address, (client) =>
      client.query(
        `select relname from pg_class
         where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
      ),
    );
    expect(open.rows).toEqual([]);
  });
});

function run(address: Parameters<typeof runScript>[0], sql: string) {
  return runScript({ ...address, user: 'postgres' }, sql, { ...CAPS, onEvent: () => {} });
}
