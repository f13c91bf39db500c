import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { databaseFingerprint, setUpBypassScene } from './bypass-scene.ts';
import { BYPASS_ATTEMPTS } from './read-only-bypass.cases.ts';
import { runReadOnlyScript } from './run-read-only-script.ts';
import type { ScriptEvent } from './script-events.ts';

/** Runs a text as the read-only role and gives the texts of all values, and the error if there was one. */
async function attempt(reader: ConnectionTarget, sql: string) {
  const events: ScriptEvent[] = [];
  const { error } = await runReadOnlyScript(reader, sql, {
    maxRowsPerResult: 10,
    maxBytes: 10_000,
    onEvent: (event) => void events.push(event),
  });
  return { error, rows: events.flatMap((event) => (event.type === 'rows' ? event.rows : [])) };
}

describe.each(inTurn([15, 18] as const))('a read-only run on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  let admin: ConnectionTarget;
  let reader: ConnectionTarget;
  /** Somebody at work whom nobody may disturb, and who hears everything that is said on a channel. */
  let owner: pg.Client;
  const heard: unknown[] = [];

  beforeAll(async () => {
    admin = await cluster.createDatabase();
    reader = { ...admin, user: 'supabase_read_only_user' };
    await setUpBypassScene(admin);
    owner = await connect({ ...admin, user: 'postgres' });
    owner.on('notification', (message) => heard.push(message));
    await owner.query('listen basalt_bypass');
  });
  afterAll(() => owner.end());

  it.each(BYPASS_ATTEMPTS.map(([name, sql, outcome]) => ({ name, sql, outcome })))(
    'does not write with: $name',
    async ({ sql, outcome }) => {
      const before = await databaseFingerprint(admin);
      const { error } = await attempt(reader, sql);
      if (outcome !== 'either') expect(error === null ? 'harmless' : 'refused', error?.message).toBe(outcome);
      expect(await databaseFingerprint(admin)).toBe(before);
      expect((await attempt(reader, 'select id from public.notes')).rows).toEqual([['1']]);
    },
  );

  it('lets nobody hear anything, and ends nobody', async () => {
    expect((await owner.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(heard).toEqual([]);
  });

  it('would notice a change', async () => {
    const before = await databaseFingerprint(admin);
    await owner.query("select pg_notify('basalt_bypass', 'x')");
    expect(heard).toHaveLength(1);
    await owner.query('create table public.noticed ()');
    expect(await databaseFingerprint(admin)).not.toBe(before);
    await owner.query('drop table public.noticed');
  });
});
