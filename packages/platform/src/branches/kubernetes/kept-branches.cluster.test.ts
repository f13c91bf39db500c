import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type KeptPlatform, openKeptPlatform } from '../../kept-platform-for-test.ts';
import { pauseIdle } from '../branch-keeper.ts';
import { deleteBranch, resetBranch } from '../change-branch.ts';
import { createBranch } from '../create-branch.ts';
import { diffBranch } from '../diff-branch.ts';
import { mergeBranch } from '../merge-branch.ts';
import { pushBranch } from '../push-branch.ts';

const cluster = useTestCluster({ kind: 'platform' });
let kept: KeptPlatform;

beforeAll(async () => {
  kept = await openKeptPlatform(await cluster.createDatabase());
});

beforeEach(() => kept.kubernetes.refuse(() => null));

afterAll(() => kept.close());

const query = async (ref: string, sql: string) =>
  withClient(await kept.server(ref), async (client) => (await client.query(sql)).rows);

const names = async (ref: string) =>
  (await query(ref, 'select name from stones order by 1')).map(({ name }) => name);

const expectDone = (ref: string) =>
  expect
    .poll(
      async () => {
        const { state, reason } = await kept.lastOperation(ref);
        return [state, reason];
      },
      { timeout: 30_000 },
    )
    .toEqual(['done', null]);

async function makeSource(): Promise<string> {
  const ref = await kept.makeProject();
  await query(
    ref,
    "create table stones (name text primary key); insert into stones values ('granite'), ('slate'); grant all on stones to service_role",
  );
  return ref;
}

async function makeBranch(ref: string, branch_name: string, with_data: boolean): Promise<string> {
  const { dependencies } = kept.platform;
  const { project } = await createBranch(dependencies, kept.actor, { ref, branch_name, with_data });
  await kept.expectStatus(project.ref).toEqual(['ACTIVE_HEALTHY', null]);
  return project.ref;
}

it('makes a branch of what the project is, merges it, brings it up to date, resets and deletes it', async () => {
  const { dependencies } = kept.platform;
  const { actor } = kept;
  const ref = await makeSource();
  const branch = await makeBranch(ref, 'sorted', true);
  expect(await kept.projectNow(branch)).toMatchObject({ server_keeper: 'kubernetes', postgres_engine: '17' });
  expect(await names(branch)).toEqual(['granite', 'slate']);
  // Each has logins of its own.
  for (const each of [ref, branch])
    expect(await query(each, 'select logins from basalt.attachment')).toEqual([{ logins: `basalt_${each}` }]);
  expect(await query(branch, `select from pg_roles where rolname like 'basalt_${ref}%'`)).toEqual([]);

  await query(branch, "alter table stones add column weight int; insert into stones values ('marble', 3)");
  expect(await names(ref)).toEqual(['granite', 'slate']);
  const { statements, hash, risks } = await diffBranch(dependencies, actor, branch);
  expect(statements.map(({ sql }) => sql)).toEqual([expect.stringMatching(/ADD COLUMN .*weight/i)]);
  await mergeBranch(dependencies, actor, { branch_id_or_ref: branch, hash, accepted_risks: risks });
  await expectDone(ref);
  expect(await query(ref, 'select name, weight from stones order by 1')).toEqual([
    { name: 'granite', weight: null },
    { name: 'slate', weight: null },
  ]);

  await query(ref, 'alter table stones add column color text');
  await pushBranch(dependencies, actor, { branch_id_or_ref: branch });
  await expectDone(branch);
  expect(await query(branch, "select name, color from stones where name = 'marble'")).toEqual([
    { name: 'marble', color: null },
  ]);

  await query(ref, "insert into stones values ('basalt')");
  await query(
    branch,
    "insert into basalt.saml_keys (private_key, certificate) values ('of the branch', 'its own')",
  );
  await resetBranch(dependencies, actor, branch);
  await kept.expectStatus(branch).toEqual(['ACTIVE_HEALTHY', null]);
  expect(await names(branch)).toEqual(['basalt', 'granite', 'slate']);
  expect(kept.kubernetes.poolerOf(branch)).toEqual({ pods: 2, connections: 5 });
  expect(await query(branch, 'select private_key from basalt.saml_keys')).toEqual([
    { private_key: 'of the branch' },
  ]);
  expect(await query(branch, 'select logins from basalt.attachment')).toEqual([
    { logins: `basalt_${branch}` },
  ]);

  await dependencies.db.updateTable('branches').set({ pause_after_minutes: 1 }).execute();
  await pauseIdle(dependencies);
  expect(await dependencies.db.selectFrom('branches').select('idle_counts').execute()).toEqual([
    { idle_counts: expect.any(String) },
  ]);

  await deleteBranch(dependencies, actor, branch);
  await expect.poll(() => kept.kubernetes.objectsOf(branch)).toEqual([]);
  expect(await names(ref)).toEqual(['basalt', 'granite', 'slate']);
});

it('leaves rows out where none were asked for, when it is reset too', async () => {
  const { dependencies } = kept.platform;
  const ref = await makeSource();
  const branch = await makeBranch(ref, 'empty', false);
  expect(await names(branch)).toEqual([]);
  await query(branch, "insert into stones values ('chalk')");
  await resetBranch(dependencies, kept.actor, branch);
  await kept.expectStatus(branch).toEqual(['ACTIVE_HEALTHY', null]);
  expect(await names(branch)).toEqual([]);
  expect(await names(ref)).toEqual(['granite', 'slate']);
  const masked = { ref, branch_name: 'masked', with_data: true, masked: true };
  await expect(createBranch(dependencies, kept.actor, masked)).rejects.toThrow(
    'masked on the machine of Basalt',
  );
});

it('is what the project is, however often the steps of its creation and of a reset are begun anew', async () => {
  const ref = await makeSource();
  const branch = await makeBranch(ref, 'again', false);
  const { id } = kept.kubernetes.serverOf(branch)!;
  await kept.runCutShort('create_branch', branch);
  expect(kept.kubernetes.serverOf(branch)).toMatchObject({ id });
  await query(
    branch,
    "insert into stones values ('chalk'); insert into basalt.saml_keys (private_key, certificate) values ('of the branch', 'its own')",
  );
  await query(ref, 'alter table stones add column color text');
  await kept.runCutShort('reset_branch', branch);
  expect(await query(branch, 'select name, color from stones')).toEqual([]);
  expect(await query(branch, 'select private_key from basalt.saml_keys')).toEqual([
    { private_key: 'of the branch' },
  ]);
  expect(await query(branch, 'select logins from basalt.attachment')).toEqual([
    { logins: `basalt_${branch}` },
  ]);
  expect(await names(ref)).toEqual(['granite', 'slate']);
});

it('takes away what cannot be made, and leaves a branch as it is that cannot be reset', async () => {
  const { dependencies } = kept.platform;
  const { kubernetes, actor } = kept;
  const ref = await makeSource();
  const branch = await makeBranch(ref, 'kept', true);
  await query(branch, "insert into stones values ('chalk')");
  kubernetes.refuse(({ isRecovery }) => (isRecovery ? 'the namespace has no volumes left' : null));
  const { project } = await createBranch(dependencies, actor, { ref, branch_name: 'other', with_data: true });
  await kept.expectStatus(project.ref).toEqual(['INIT_FAILED', expect.stringContaining('no volumes left')]);
  expect(kubernetes.objectsOf(project.ref)).toEqual([]);
  await resetBranch(dependencies, actor, branch);
  await expect
    .poll(() => kept.lastOperation(branch))
    .toMatchObject({ state: 'failed', reason: expect.stringContaining('no volumes left') });
  await kept.expectStatus(branch).toEqual(['ACTIVE_HEALTHY', null]);
  expect(await names(branch)).toEqual(['chalk', 'granite', 'slate']);
});
