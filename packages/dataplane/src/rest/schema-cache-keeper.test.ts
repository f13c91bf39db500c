import { expect, test } from 'vitest';
import type { SchemaEvents } from '../project/schema-listener.ts';
import { BackOff, SchemaCacheKeeper } from './schema-cache-keeper.ts';

test('each failure waits longer, up to ten seconds, until something succeeds', () => {
  const backOff = new BackOff();
  expect([0, 0, 0].map(() => backOff.failed(1000))).toEqual([100, 200, 400]);
  expect(backOff.isWaiting(1399)).toBe(true);
  expect(backOff.isWaiting(1400)).toBe(false);
  for (let index = 0; index < 50; index += 1) backOff.failed(0);
  expect(backOff.failed(0)).toBe(10_000);
  backOff.succeeded();
  expect(backOff.isWaiting(1)).toBe(false);
  expect(backOff.failed(0)).toBe(100);
});

test('once the project serves again, nobody waits for the next attempt', async () => {
  const rest = { dbSchemas: ['public'], dbExtraSearchPath: [], dbMaxRows: null };
  let isUp = true;
  let events: SchemaEvents | undefined;
  let failures = 0;
  const keeper = new SchemaCacheKeeper<typeof rest>({
    listener: {
      async listen(given) {
        if (!isUp) throw new Error('The database is away.');
        events = given;
        return { run: (work) => work(undefined as never), end: () => {} };
      },
    },
    settings: rest,
    load: async (_, settings) => settings as typeof rest,
    onFailure: () => {
      failures += 1;
    },
  });
  expect(await keeper.current()).toBe(rest);

  // New settings, and a restart: nothing is known that could still be used.
  const changed = { ...rest, dbSchemas: ['other'] };
  isUp = false;
  keeper.follow({ rest: changed, unavailable: { kind: 'starting', message: 'It restarts.' } });
  events?.lost();
  await expect.poll(() => failures).toBeGreaterThan(1);
  expect(() => keeper.current()).toThrow('Could not query the database for the schema cache');
  isUp = true;
  keeper.follow({ rest: changed, unavailable: null });
  expect(await keeper.current()).toBe(changed);
  keeper.close();
});
