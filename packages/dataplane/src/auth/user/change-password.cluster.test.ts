import { useTestCluster } from '@basalt/clusters/testing';
import { connect } from '@basalt/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
let token: string;
const ANNA = { email: 'anna@example.com', password: 'correct horse' };
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase(), { mailer_autoconfirm: true });
  token = (await project.call('POST', '/signup', ANNA)).body.access_token;
});
afterEach(() => project.close());

/** Begins some work while the user's row is locked, and lets go of it when all of it waits for the row. */
async function atTheSameTime<T>(work: (() => Promise<T>)[]): Promise<T[]> {
  const { database } = project.project.database;
  const holder = await connect({ ...cluster.adminAddress, database });
  try {
    await holder.query('begin');
    await holder.query('select 1 from auth.users for update');
    const running = Promise.all(work.map((one) => one()));
    await expect
      .poll(() =>
        project.sql(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(work.length);
    await holder.query('commit');
    return await running;
  } finally {
    await holder.end();
  }
}

test('of two changes at once one happens', async () => {
  const change = (password: string) => () => project.call('PUT', '/user', { password }, { token });
  const answers = await atTheSameTime([change('password one'), change('password two')]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toMatchObject([{ status: 422, body: { code: 'conflict' } }]);
});

test('a sign-in with the old password that waits for the change is refused', async () => {
  const change = () => project.call('PUT', '/user', { password: 'password two' }, { token });
  const signIn = () => project.call('POST', '/token?grant_type=password', ANNA);
  const [changed, signedIn] = await atTheSameTime([change, signIn]);
  expect(changed?.status).toBe(200);
  // Whichever came first, no session of the old password is left.
  const sessions = await project.sql('select id from auth.sessions');
  expect(sessions).toHaveLength(1);
  if (signedIn?.status !== 200) expect(signedIn?.body.code).toBe('invalid_credentials');
});

test('a user who was deleted meanwhile gets no session', async () => {
  const { database } = project.project.database;
  const holder = await connect({ ...cluster.adminAddress, database });
  await holder.query('begin');
  await holder.query('delete from auth.users');
  const signIn = project.call('POST', '/token?grant_type=password', ANNA);
  await expect
    .poll(() =>
      project.sql(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(1);
  await holder.query('commit');
  await holder.end();
  expect((await signIn).body.code).toBe('invalid_credentials');
});
