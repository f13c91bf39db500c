import { connect } from '@basalt/postgres';
import { afterEach, expect, test } from 'vitest';
import { useTestCluster } from '../testing.ts';

const cluster = useTestCluster();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Runs a statement as the project's owner and says how often the Data API was told to look again. */
async function noticesAfter(...statements: string[]): Promise<number> {
  const address = await cluster.createDatabase();
  const listener = await connect({ ...address, user: 'authenticator' });
  const owner = await connect({ ...address, user: 'postgres' });
  closing.push(
    () => listener.end(),
    () => owner.end(),
  );
  const [last, ...first] = statements.reverse();
  for (const statement of first.reverse()) await owner.query(statement);
  let notices = 0;
  listener.on('notification', ({ channel, payload }) => {
    if (channel === 'pgrst' && payload === 'reload schema') notices += 1;
  });
  await listener.query('listen pgrst');
  await owner.query(last!);
  // The answer to this comes after everything that was sent before it.
  await owner.query(`notify pgrst, 'end'`);
  await listener.query('select 1');
  return notices;
}

test.each([
  ['create table t (id int)'],
  ['create view v as select 1 as one'],
  ['create function f() returns int language sql return 1'],
  ['create schema s create table t (id int)'],
  ['create table t (id int)', 'alter table t add column name text'],
  ['create table t (id int)', 'drop table t'],
  ['create table t (id int)', 'alter table t drop column id'],
  ['create table t (id int)', `comment on table t is 'things'`],
])('the Data API is told once: %s', async (...statements) => {
  expect(await noticesAfter(...statements)).toBe(1);
});

test.each([
  ['create temporary table t (id int)'],
  ['create temporary table t (id int)', 'drop table t'],
  ['create table t (id int)', 'insert into t values (1)'],
])('nobody is told of what no API shows: %s', async (...statements) => {
  expect(await noticesAfter(...statements)).toBe(0);
});
