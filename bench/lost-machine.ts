import { rm } from 'node:fs/promises';
import { ApiClient } from '../e2e/basalt/api-client.ts';
import { makeBucketStore } from '../e2e/basalt/bucket-store.ts';
import { killProcesses, processesOfHome } from '../e2e/basalt/home-processes.ts';
import { OWNER } from '../e2e/basalt/owner.ts';
import { type Basalt, disposeBasalt, startBasalt } from '../e2e/basalt/start-basalt.ts';
import { type BenchContext, until } from './bench-context.ts';
import type { Figure } from './figure.ts';

/** Of about 130 bytes each. */
const ROWS = 7_500_000;
const WRITES_FOR_MS = 20_000;

/** A machine with a project of 1 GB and two small ones is lost while it writes, and another one goes on from the bucket alone. */
export async function measureLostMachine({ api: storeApi, basalt: store }: BenchContext): Promise<Figure[]> {
  const { environment } = await makeBucketStore(storeApi, store, 'Bench lost machine', 5_000_000_000);
  const lost = await startBasalt({ environment });
  let restored: Basalt | null = null;
  try {
    const api = new ApiClient(lost.origin, OWNER.accessToken);
    const { ref } = await api.createProject('Bench large');
    for (const name of ['Bench small', 'Bench smaller']) await api.createProject(name);
    await api.rows(ref, 'set statement_timeout = 0; create table large (id int, a text, b text, c text)');
    for (let part = 0; part < 10; part++)
      await api.rows(
        ref,
        `insert into large select i, md5(i::text), md5(random()::text), md5((i % 1000)::text) from generate_series(1, ${ROWS / 10}) i`,
      );
    const { body: begun } = await api.request('POST', `/platform/database/${ref}/backups`);
    const isDone = async () => {
      const { body } = await api.request('GET', `/platform/projects/${ref}/operations`);
      return body.some(
        ({ id, state }: { id: string; state: string }) => id === begun.operation_id && state === 'done',
      );
    };
    await until('The backup', isDone, { patience: 300_000, every: 500 });
    await api.rows(ref, 'create table ticks (id int)');

    const writes = recordWrites(async (number) => {
      await api.rows(ref, `insert into ticks values (${number})`);
    });
    const changes = recordWrites(async (number) => {
      await api.request('PATCH', `/v1/projects/${ref}`, { name: `Bench large ${number}` });
    });
    await new Promise((done) => setTimeout(done, WRITES_FOR_MS));
    killProcesses(await processesOfHome(lost.home));
    await Promise.all([writes.end(), changes.end()]);
    await rm(lost.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

    const options = ['--restore-from', 's3://backups/of/us/'];
    const started = performance.now();
    restored = await startBasalt({ environment, options });
    const restoredMs = performance.now() - started;
    const again = new ApiClient(restored.origin, OWNER.accessToken);
    await again.waitForStatus(ref, 'ACTIVE_HEALTHY');
    const [found] = await again.rows(
      ref,
      'select max(id) as newest, pg_database_size(current_database()) as bytes from ticks',
    );
    const { body } = await again.request('GET', `/v1/projects/${ref}`);
    const renamed = Number(/\d+$/.exec(body.name)?.[0] ?? 0);
    return [
      {
        name: 'another machine serves a lost one with 1 GB',
        value: restoredMs,
        unit: 'ms',
        target: 60_000,
        note: `${Math.round(Number(found?.bytes) / 1e6)} MB and two small projects, from a bucket`,
      },
      {
        name: 'writes missing of a project',
        value: writes.missingMs(Number(found?.newest)),
        unit: 'ms',
        target: 5_000,
        note: `${writes.count} writes, the newest of them`,
      },
      {
        name: 'changes missing of the platform',
        value: changes.missingMs(renamed),
        unit: 'ms',
        target: 5_000,
        note: `${changes.count} changes, the newest of them`,
      },
    ];
  } finally {
    await disposeBasalt(lost);
    if (restored !== null) await disposeBasalt(restored);
  }
}

/** Writes one after another until the server is gone, and knows when each was acknowledged. */
function recordWrites(write: (number: number) => Promise<void>) {
  const acknowledged: number[] = [];
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      try {
        await write(acknowledged.length);
        acknowledged.push(performance.now());
      } catch {
        return;
      }
      await new Promise((done) => setTimeout(done, 20));
    }
  })();
  return {
    get count(): number {
      return acknowledged.length;
    },
    async end(): Promise<void> {
      isOver = true;
      await work;
    },
    /** Between the last write that was acknowledged and the last one that is there. */
    missingMs: (newest: number): number =>
      Math.max(0, (acknowledged.at(-1) ?? 0) - (acknowledged[newest] ?? acknowledged.at(-1) ?? 0)),
  };
}
