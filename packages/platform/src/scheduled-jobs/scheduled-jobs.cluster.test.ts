import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { ProjectConnections } from '../project-cluster/project-connections.ts';
import { createJob, removeJob, runJob, updateJob } from './change-jobs.ts';
import { getJob, listJobs, listRuns } from './read-jobs.ts';
import { GOOD_SCHEDULES, WRONG_SCHEDULES } from './schedule/schedules-for-test.ts';
import { type Scheduler, startScheduler } from './scheduler.ts';

const cluster = useTestCluster();
const platformCluster = useTestCluster({ major: 17, kind: 'platform' });
const NEVER = '0 0 30 2 *';

let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let owner: Actor;
let reader: Actor;
let project: ProjectRow;
let address: ClusterAddress;
let dependencies: Dependencies;
let schedulers: Scheduler[] = [];

beforeAll(async () => {
  platform = await openContentPlatform(await platformCluster.createDatabase());
  owner = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  project = await platform.insertProject();
  address = await cluster.createDatabase();
  open();
});
afterEach(async () => {
  await Promise.all(schedulers.map((each) => each.stop()));
  schedulers = [];
});

/** A platform that has just been started. */
function open(options: Parameters<typeof startScheduler>[1] = {}): Scheduler {
  const base = {
    db: platform.db,
    clusters: { start: async () => ({ address }) },
    sqlConnections: new ProjectConnections(),
    log: () => {},
  } as unknown as Dependencies;
  const scheduler = startScheduler(base, options);
  schedulers.push(scheduler);
  dependencies = { ...base, scheduledJobs: scheduler };
  return scheduler;
}

const as = <T extends Record<string, unknown>>(user: string, text: string, values: unknown[] = []) =>
  withClient({ ...address, user }, async (client) => (await client.query<T>(text, values)).rows);
const asOwner = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  as<T>('postgres', text, values);
const runs = () => listRuns(dependencies, owner, project.ref, { limit: 50 });
const ended = async () =>
  (await runs()).filter(({ status }) => status === 'succeeded' || status === 'failed');
const add = (command: string, schedule = NEVER, name = 'job') =>
  createJob(dependencies, owner, { ref: project.ref, name, schedule, command, active: true });
const run = (id: string) => runJob(dependencies, owner, project.ref, id);

describe('the functions of the schema', () => {
  it('take and refuse the schedules that the platform does, in the same words', async () => {
    for (const schedule of GOOD_SCHEDULES)
      await asOwner('select cron.schedule($1, $2)', [schedule, 'select 1']);
    for (const [schedule, why] of WRONG_SCHEDULES)
      await expect(
        asOwner('select cron.schedule($1, $2)', [schedule, 'select 1']),
        schedule,
      ).rejects.toMatchObject({
        code: '22023',
        message: expect.stringContaining(why),
      });
  });

  it('are shaped as those of pg_cron', async () => {
    const [first] = await asOwner("select cron.schedule('nightly', '0 3 * * *', 'vacuum') as id");
    expect(await asOwner("select cron.schedule('nightly', '0 4 * * *', 'analyze') as id")).toEqual([first]);
    await asOwner('select cron.alter_job(job_id := $1, active := false)', [first?.id]);
    expect(
      await asOwner(
        'select jobid, schedule, command, nodename, database, username, active, jobname from cron.job',
      ),
    ).toEqual([
      {
        jobid: first?.id,
        schedule: '0 4 * * *',
        command: 'analyze',
        nodename: 'localhost',
        database: address.database,
        username: 'postgres',
        active: false,
        jobname: 'nightly',
      },
    ]);
    await expect(asOwner("select cron.unschedule('other')")).rejects.toMatchObject({ code: '42704' });
    expect(await asOwner("select cron.unschedule('nightly') as done")).toEqual([{ done: true }]);
  });

  it('let nobody schedule for somebody else, nor see it without the right', async () => {
    await expect(
      asOwner(
        `insert into cron.job (schedule, command, username) values ('* * * * *', 'x', 'supabase_admin')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      asOwner('create trigger t before insert on cron.job execute function cron.check_job()'),
    ).rejects.toMatchObject({
      code: '42501',
    });
    await asOwner("select cron.schedule('* * * * *', 'select ''key''')");
    await expect(as('supabase_read_only_user', 'select command from cron.job')).rejects.toMatchObject({
      code: '42501',
    });
    expect(await as('supabase_read_only_user', 'select schedule from cron.job')).toEqual([
      { schedule: '* * * * *' },
    ]);
    await expect(as('anon', 'select 1 from cron.job').catch((e) => Promise.reject(e))).rejects.toThrow();
  });
});

describe('jobs', () => {
  it('run when they are due, as the owner, and say what came of it', async () => {
    await asOwner('create table public.ticks (who text, session text)');
    await asOwner(`select cron.schedule('tick', '1 second',
      'select 1; insert into public.ticks select current_user, session_user from generate_series(1, 2)')`);
    dependencies.scheduledJobs.changed(project);
    await expect.poll(async () => (await ended()).length, { timeout: 10_000 }).toBeGreaterThan(1);
    expect((await ended())[0]).toMatchObject({
      job_name: 'tick',
      status: 'succeeded',
      message: 'INSERT 2',
      started_at: expect.any(String),
      ended_at: expect.any(String),
    });
    expect(await asOwner('select distinct * from public.ticks')).toEqual([
      { who: 'postgres', session: 'postgres' },
    ]);
    const { jobs } = await listJobs(dependencies, owner, project.ref);
    expect(jobs).toMatchObject([
      { name: 'tick', words: 'Every second', next_at: expect.any(String), last_run: { job_name: 'tick' } },
    ]);
    await asOwner("select cron.unschedule('tick')");
  });

  it('are found when the server has written something, and not asked for when it has not', async () => {
    const scheduler = open();
    scheduler.looked(project, 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await asOwner(`select cron.schedule('1 second', 'select 1')`);
    scheduler.looked(project, 1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await runs()).toEqual([]);
    scheduler.looked(project, 2);
    await expect.poll(async () => (await ended()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  });

  it('that were missed are not run later', async () => {
    let now = Date.UTC(2026, 0, 1, 11, 50);
    const scheduler = open({ clock: () => now });
    await add('select 1', '0 12 * * *');
    await expect.poll(() => scheduler.problemOf(project.id)).toBeNull();
    now = Date.UTC(2026, 0, 1, 12, 2);
    scheduler.changed(project);
    const { id } = await add('select 2', NEVER, 'after it');
    await run(id);
    await expect.poll(async () => (await ended()).length).toBe(1);
    expect(await runs()).toMatchObject([{ job_name: 'after it' }]);
    now = Date.UTC(2026, 0, 2, 12, 0, 20);
    scheduler.changed(project);
    await expect.poll(async () => (await ended()).length).toBe(2);
  });

  it('say why they failed, and undo what they did', async () => {
    await asOwner('create table public.kept (n int)');
    const { id } = await add('insert into public.kept values (1); select 1 / 0');
    await run(id);
    await expect.poll(ended).toMatchObject([{ status: 'failed', message: 'ERROR:  division by zero' }]);
    expect(await asOwner('select * from public.kept')).toEqual([]);
  });

  it('are changed and removed, and a name is taken once', async () => {
    const { id } = await add('select 1');
    await expect(add('select 2')).rejects.toMatchObject({ code: 'conflict', field: 'name' });
    await expect(add('select 2', '61 * * * *', 'other')).rejects.toMatchObject({
      code: 'bad_request',
      field: 'schedule',
    });
    await updateJob(dependencies, owner, { ref: project.ref, id, active: false, schedule: '@daily' });
    expect(await getJob(dependencies, owner, project.ref, id)).toMatchObject({
      active: false,
      next_at: null,
      words: 'At 00:00',
      command: 'select 1',
    });
    await removeJob(dependencies, owner, project.ref, id);
    await expect(run(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(removeJob(dependencies, owner, project.ref, id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('can be looked at, but not changed, by those who may only read', async () => {
    const { id } = await add("select 'secret key'");
    await run(id);
    await expect.poll(async () => (await ended()).length).toBe(1);
    const { jobs } = await listJobs(dependencies, reader, project.ref);
    const seen = await listRuns(dependencies, reader, project.ref, { limit: 10 });
    expect(JSON.stringify([jobs, seen])).not.toContain('secret');
    expect(seen).toMatchObject([{ message: null, status: 'succeeded' }]);
    const denied = { code: 'forbidden' };
    await expect(runJob(dependencies, reader, project.ref, id)).rejects.toMatchObject(denied);
    await expect(removeJob(dependencies, reader, project.ref, id)).rejects.toMatchObject(denied);
  });

  it('of a schema that is not ours are left alone', async () => {
    await as(address.user, 'drop schema cron cascade; create schema cron authorization postgres');
    await asOwner(
      `create table cron.job as select 1 as jobid, '1 second' as schedule, 'select 1' as command, true as active`,
    );
    expect(await listJobs(dependencies, owner, project.ref)).toMatchObject({
      jobs: [],
      problem: expect.stringContaining('not Basalt’s'),
    });
    await expect(add('select 1')).rejects.toMatchObject({ code: 'conflict' });
    await as(address.user, 'drop schema cron cascade');
    expect((await listJobs(dependencies, owner, project.ref)).problem).toContain('Restart the project once');
  });
});

describe('whatever happens', () => {
  it('runs of a platform that was killed end as failures, and later ones go on', async () => {
    const { id } = await add('select pg_sleep(600)');
    await run(id);
    await expect.poll(async () => (await runs())[0]?.status).toBe('running');
    // A new platform knows nothing of it. That the session ends with its platform is a matter of the connection.
    open().changed(project);
    await expect
      .poll(runs)
      .toMatchObject([
        { status: 'failed', message: expect.stringContaining('was stopped before this had ended') },
      ]);
    await updateJob(dependencies, owner, { ref: project.ref, id, command: 'select 5' });
    await run(id);
    await expect
      .poll(async () => (await runs())[0])
      .toMatchObject({ status: 'succeeded', message: 'SELECT 1' });
  });

  it('a run has an end, and one that is stopped in order says so', async () => {
    open({ longestRunMs: 300 });
    // It catches every cancellation, but not the end of its session.
    const { id } = await add(
      `do $$ begin loop begin perform pg_sleep(5); exception when query_canceled then null; end; end loop; end $$`,
    );
    await run(id);
    await expect(run(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect
      .poll(runs, { timeout: 10_000 })
      .toMatchObject([{ status: 'failed', message: expect.stringContaining('ran for longer than') }]);

    const scheduler = open();
    await run((await add('select pg_sleep(600)', NEVER, 'long')).id);
    await expect.poll(async () => (await runs())[0]?.status).toBe('running');
    await scheduler.stop();
    expect((await runs())[0]).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Basalt was stopped'),
    });
  });

  it('two of a project run at a time, and the others wait', async () => {
    for (const name of ['a', 'b', 'c']) await run((await add('select pg_sleep(0.7)', NEVER, name)).id);
    await expect
      .poll(async () => (await runs()).map(({ status }) => status))
      .toEqual(['starting', 'running', 'running']);
    await expect.poll(async () => (await ended()).length, { timeout: 10_000 }).toBe(3);
  });

  it('nothing in a command leads to a superuser', async () => {
    for (const [name, command] of Object.entries({
      role: 'reset role; set role supabase_admin',
      session: 'reset session authorization; create role mighty superuser',
      program: `copy (select 1) to program 'id'`,
    })) {
      await run((await add(command, NEVER, name)).id);
    }
    await expect.poll(async () => (await ended()).length).toBe(3);
    expect((await runs()).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(await as(address.user, `select 1 from pg_roles where rolname = 'mighty'`)).toEqual([]);
  });

  it('results and messages of any size are counted and cut', async () => {
    await run((await add(`select repeat('x', 10000) from generate_series(1, 20000)`, NEVER, 'rows')).id);
    await run(
      (await add(`do $$ begin raise exception '%', repeat('x', 1000000); end $$`, NEVER, 'message')).id,
    );
    await expect.poll(async () => (await ended()).length, { timeout: 20_000 }).toBe(2);
    const [message, rows] = await runs();
    expect(rows).toMatchObject({ status: 'succeeded', message: 'SELECT 20000' });
    expect(message?.message?.length).toBeLessThan(2_100);
  });

  it('the history is kept for a week and a thousand runs a job', async () => {
    await add('select 1', '1 second');
    await asOwner(`insert into cron.job_run_details (jobid, status, end_time)
      select 1, 'succeeded', now() from generate_series(1, 1500)
      union all select 2, 'succeeded', now() - interval '8 days' from generate_series(1, 20)`);
    open().changed(project);
    await expect
      .poll(
        async () =>
          (
            await asOwner(
              `select count(*)::int as n from cron.job_run_details where status = 'succeeded' and jobid < 3`,
            )
          )[0]?.n,
      )
      .toBeLessThan(1_010);
  });
});
