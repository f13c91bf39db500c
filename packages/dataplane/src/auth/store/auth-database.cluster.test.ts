import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import type { ProjectSnapshot } from '@basalt/project';
import { afterEach, expect, test } from 'vitest';
import { HeldProjects } from '../../project/held-projects.ts';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { AUTH_DATABASE } from './auth-database.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest | null = null;
afterEach(async () => {
  await project?.close();
  project = null;
});

/** As the auth service asks for the database of a project. */
const authDatabases = () => {
  const projects = new HeldProjects();
  return {
    of: (project: ProjectSnapshot) => projects.use(project).part(AUTH_DATABASE),
    end: () => projects.close(),
  };
};

const snapshot = async () => {
  project = await authProjectForTest(await cluster.createDatabase());
  return project.project;
};

test("logs in as the service's own role, with settings that the project's owner cannot bend", async () => {
  const { database, ...rest } = await snapshot();
  await withClient({ ...cluster.adminAddress, database: database.database }, async (client) => {
    await client.query(`alter database ${database.database} set datestyle = 'German'`);
    await client.query(`alter database ${database.database} set timezone = 'Asia/Tokyo'`);
    await client.query(`alter role supabase_auth_admin set search_path = 'public'`);
  });
  const databases = authDatabases();
  const [row] = await databases
    .of({ ...rest, database })
    .query(
      `select current_user::text, '2031-01-01 00:00:00Z'::timestamptz::text as time, current_setting('search_path') path`,
    );
  expect(row).toEqual({ current_user: 'supabase_auth_admin', time: '2031-01-01 00:00:00+00', path: 'auth' });
  await databases.end();
  await withClient(cluster.adminAddress, (client) =>
    client.query('alter role supabase_auth_admin reset search_path'),
  );
});

test('opens connections anew when all services were restarted', async () => {
  const here = await snapshot();
  const databases = authDatabases();
  const before = databases.of(here);
  const pid = async (of: typeof before) =>
    (await of.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;
  const first = await pid(before);
  const restarted = { ...here, servicesRestart: 'a restart' };
  expect(await pid(databases.of(restarted))).not.toBe(first);
  expect(databases.of(restarted)).toBe(databases.of({ ...restarted, revision: '2' }));
  await databases.end();
});

test('keeps its connections until the database moves or all ends', async () => {
  const here = await snapshot();
  const databases = authDatabases();
  const first = databases.of(here);
  expect(databases.of({ ...here, revision: '2' })).toBe(first);
  const moved = databases.of({ ...here, database: { ...here.database, database: 'elsewhere' } });
  expect(moved).not.toBe(first);
  const back = databases.of({ ...here, revision: '3' });
  expect(await back.query('select 1 as one')).toEqual([{ one: 1 }]);
  const connections = async () =>
    (
      await project!.sql(
        `select 1 from pg_stat_activity where usename = 'supabase_auth_admin' and datname = current_database()`,
      )
    ).length;
  expect(await connections()).toBe(1);
  await databases.end();
  await expect.poll(connections).toBe(0);
});
