import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it, vi } from 'vitest';
import { runQuery } from '../queries/run-query.ts';
import { runScript } from './run-script.ts';
import type { ScriptEvent } from './script-events.ts';
import type { RunScriptOptions } from './script-run.ts';

const cluster = useTestCluster();
const MILLION_ROWS = "select repeat('x', 100) from generate_series(1, 1000000)";
const CATCHES_CANCEL = `do $$ begin loop
  begin perform pg_sleep(600); exception when query_canceled then null; end;
end loop; end $$`;

function options(onEvent: RunScriptOptions['onEvent'], signal?: AbortSignal): RunScriptOptions {
  return { maxRowsPerResult: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY, onEvent, signal };
}

async function backend(pid: number) {
  const sql = 'select state, wait_event from pg_stat_activity where pid = $1';
  return (await runQuery(cluster.adminAddress, sql, [pid])).rows[0];
}

/** Starts a script and waits until `reached` says that its backend is where the test wants it. */
async function startAndWait(sql: string, onEvent: RunScriptOptions['onEvent'], waitEvent: string) {
  const controller = new AbortController();
  const started = Promise.withResolvers<number>();
  const listener = (event: ScriptEvent) => {
    if (event.type === 'started') started.resolve(event.backendPid);
    return onEvent(event);
  };
  const outcome = runScript(cluster.adminAddress, sql, options(listener, controller.signal));
  const pid = await started.promise;
  await vi.waitFor(async () => expect(await backend(pid)).toMatchObject({ wait_event: waitEvent }), 20_000);
  return { controller, outcome, pid };
}

describe('stopping a script', () => {
  it.each([
    ['sleeps', 'select pg_sleep(600)'],
    ['catches its cancellation', CATCHES_CANCEL],
  ])('ends one that %s', async (_name, sql) => {
    const events: ScriptEvent[] = [];
    const { controller, outcome, pid } = await startAndWait(
      sql,
      (event) => void events.push(event),
      'PgSleep',
    );
    controller.abort();
    expect(await outcome).toMatchObject({ status: 'cancelled', error: { code: '57014' } });
    expect(events.slice(-2)).toMatchObject([{ type: 'error', code: '57014' }, { type: 'done' }]);
    await vi.waitFor(async () => expect(await backend(pid)).toBeUndefined(), 20_000);
  });

  it('lets the server wait for a slow listener, and ends although the listener never answers', async () => {
    let batches = 0;
    const neverDone = (event: ScriptEvent) => {
      if (event.type !== 'rows') return undefined;
      batches += 1;
      return new Promise<void>(() => {});
    };
    const { controller, outcome, pid } = await startAndWait(MILLION_ROWS, neverDone, 'ClientWrite');
    expect(batches).toBe(1);
    controller.abort();
    expect(await outcome).toMatchObject({ status: 'cancelled' });
    expect(batches).toBe(1);
    await vi.waitFor(async () => expect(await backend(pid)).toBeUndefined(), 20_000);
  });

  it('cancels and passes the error on when the listener fails', async () => {
    const failing = (event: ScriptEvent) => {
      if (event.type === 'rows') throw new Error('listener is gone');
    };
    await expect(runScript(cluster.adminAddress, MILLION_ROWS, options(failing))).rejects.toThrow(
      'listener is gone',
    );
  });

  it('starts nothing when it is stopped already', async () => {
    const events: ScriptEvent[] = [];
    const outcome = await runScript(
      cluster.adminAddress,
      'select 1',
      options((event) => void events.push(event), AbortSignal.abort()),
    );
    expect(outcome).toMatchObject({ status: 'cancelled', results: 0 });
    expect(events.map(({ type }) => type)).toEqual(['error', 'done']);
  });
});
