import { useTestCluster } from '@basalt/clusters/testing';
import { createPool } from '@basalt/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuthError } from '../errors/auth-error.ts';
import { type AuthDatabase, authDatabase } from './auth-database.ts';

const cluster = useTestCluster();
let db: AuthDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  pool = createPool(await cluster.createDatabase(), { max: 4 });
  db = authDatabase(pool);
  await db.query('create table public.t (id int primary key, n int)');
  await db.query('insert into public.t values (1, 0), (2, 0)');
});
afterAll(() => pool.end());

const count = async () => (await db.query<{ n: number }>('select sum(n)::int n from public.t'))[0]?.n;

test('an error takes everything back, except one that keeps its consequences', async () => {
  const before = (await count()) ?? 0;
  const add = (error: Error) =>
    db.transaction(async (tx) => {
      await tx.query('update public.t set n = n + 1 where id = 1');
      throw error;
    });
  await expect(add(new Error('defect'))).rejects.toThrow('defect');
  await expect(add(new AuthError('otp_expired'))).rejects.toMatchObject({ code: 'otp_expired' });
  expect(await count()).toBe(before);
  await expect(add(new AuthError('conflict', undefined, { keepChanges: true }))).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await count()).toBe(before + 1);
});

test('what comes after the commit happens after it, and not at all without one', async () => {
  const seen: unknown[] = [];
  const note = async () => void seen.push((await db.query('select 1 from public.t where id = 3')).length);
  await db.transaction(async (tx) => {
    tx.afterCommit(note);
    await tx.query('insert into public.t values (3, 0)');
  });
  await db
    .transaction(async (tx) => {
      tx.afterCommit(note);
      throw new Error('defect');
    })
    .catch(() => {});
  expect(seen).toEqual([1]);
});

test('transactions that wait for each other both happen', async () => {
  const before = (await count()) ?? 0;
  let arrived = 0;
  let open = () => {};
  const bothArrived = new Promise<void>((resolve) => {
    open = resolve;
  });
  const touch = (order: number[]) =>
    db.transaction(async (tx) => {
      await tx.query('update public.t set n = n + 1 where id = $1', [order[0]]);
      arrived += 1;
      if (arrived === 2) open();
      await bothArrived;
      await tx.query('update public.t set n = n + 1 where id = $1', [order[1]]);
    });
  await Promise.all([touch([1, 2]), touch([2, 1])]);
  expect(await count()).toBe(before + 4);
});

test('failures of the database have their code inside the transaction', async () => {
  await db
    .transaction(async (tx) => {
      await expect(tx.query('select 1/0')).rejects.toMatchObject({ name: 'QueryError', code: '22012' });
    })
    .catch(() => {});
});
