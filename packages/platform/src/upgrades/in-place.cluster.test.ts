import { useTestCluster } from '@basalt/clusters/testing';
import { UPGRADE_STATUS } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readKeptBackups } from '../backups/kubernetes/kept-backups.ts';
import { restoreToNew } from '../backups/recovery/restore-to-new.ts';
import { type KeptPlatform, openKeptPlatform } from '../kept-platform-for-test.ts';
import { checkEligibility } from './check-eligibility.ts';
import { readUpgradeStatus } from './read-status.ts';
import { cancelUpgrade, startUpgrade } from './start-upgrade.ts';

const cluster = useTestCluster({ kind: 'platform' });
let kept: KeptPlatform;

beforeAll(async () => {
  kept = await openKeptPlatform(await cluster.createDatabase());
});

afterAll(() => kept.close());

const query = async (ref: string, sql: string) =>
  withClient(await kept.server(ref), async (client) => (await client.query(sql)).rows);

async function statusOf(ref: string) {
  return readUpgradeStatus(kept.platform.dependencies, await kept.projectNow(ref), undefined);
}

it('upgrades a project where its data is, and makes new ones of what it was before', async () => {
  const { platform, actor } = kept;
  const { dependencies } = platform;
  const ref = await kept.makeProject();
  await query(ref, "create table stones (name text); insert into stones values ('granite')");
  const before = await checkEligibility(dependencies, await kept.projectNow(ref), '18');
  expect(before).toMatchObject({ eligible: true, in_place: true, has_archive: true, free_bytes: null });

  await startUpgrade(dependencies, actor, ref, '18');
  await expect(cancelUpgrade(dependencies.db, actor, ref)).rejects.toThrow('cannot be canceled');
  await kept.expectStatus(ref).toEqual(['ACTIVE_HEALTHY', null]);
  expect(await kept.projectNow(ref)).toMatchObject({
    postgres_engine: '18',
    attached_version: expect.stringMatching(/^18\./),
  });
  expect(await query(ref, 'select name from stones')).toEqual([{ name: 'granite' }]);
  // The archive of the new version begins with a backup.
  await expect
    .poll(() => statusOf(ref))
    .toMatchObject({
      status: UPGRADE_STATUS.upgraded,
      progress: '10_completed_post_physical_backup',
      in_place: true,
      kept_database_id: null,
      left_at: expect.any(String),
    });

  const { backups, earliest, latest } = await readKeptBackups(dependencies, await kept.projectNow(ref));
  expect(backups.map(({ postgres_engine }) => postgres_engine).sort()).toEqual(['17', '18']);
  const { left_at } = (await statusOf(ref))!;
  expect([earliest! < left_at!, latest! > left_at!]).toEqual([true, true]);
  const made = { ref, name: 'Quarry before', db_pass: 'another column' };
  const { ref: former } = await restoreToNew(dependencies, actor, made, { at: left_at! });
  await kept.expectStatus(former).toEqual(['ACTIVE_HEALTHY', null]);
  expect(await kept.projectNow(former)).toMatchObject({ postgres_engine: '17' });
  expect(kept.kubernetes.bootstrapOf(former)).toMatchObject({
    recovery: { recoveryTarget: { targetTime: left_at } },
  });
  expect(await query(former, 'select name from stones')).toEqual([{ name: 'granite' }]);
});

it('goes on with the former version when Kubernetes gives an upgrade up', async () => {
  const { platform, actor, kubernetes } = kept;
  const ref = await kept.makeProject();
  await query(ref, 'create table stones (name text)');
  kubernetes.failingMajor = 18;
  await startUpgrade(platform.dependencies, actor, ref, '18');
  await kept.expectStatus(ref).toEqual(['ACTIVE_HEALTHY', null]);
  expect(await statusOf(ref)).toMatchObject({
    status: UPGRADE_STATUS.failed,
    reason: expect.stringContaining('pg_upgrade has failed'),
    error: '5_data_upgrade_completion_failed',
  });
  expect(await kept.projectNow(ref)).toMatchObject({ postgres_engine: '17' });
  expect(kubernetes.serverOf(ref)).toMatchObject({ major: 17 });
  expect(await query(ref, 'select from stones')).toEqual([]);

  kubernetes.failingMajor = null;
  await startUpgrade(platform.dependencies, actor, ref, '18');
  await kept.expectStatus(ref).toEqual(['ACTIVE_HEALTHY', null]);
  expect(await kept.projectNow(ref)).toMatchObject({ postgres_engine: '18' });
});

it('is upgraded once, however often its steps are begun anew', async () => {
  const ref = await kept.makeProject();
  await query(ref, "create table stones (name text); insert into stones values ('granite')");
  await kept.runCutShort('upgrade', ref, { from: '17', to: '18' });
  expect(await kept.projectNow(ref)).toMatchObject({ postgres_engine: '18' });
  expect(await query(ref, 'select name from stones')).toEqual([{ name: 'granite' }]);
  await expect
    .poll(async () => (await readKeptBackups(kept.platform.dependencies, await kept.projectNow(ref))).backups)
    .toMatchObject([
      { postgres_engine: '18', state: 'done' },
      { postgres_engine: '17', state: 'done' },
    ]);
});

it('refuses what pg_upgrade would refuse, before anything is stopped', async () => {
  const { platform, actor } = kept;
  const ref = await kept.makeProject();
  await query(ref, 'create table calls (does regprocedure)');
  await expect(startUpgrade(platform.dependencies, actor, ref, '18')).rejects.toThrow(
    'The column public.calls.does has the type regprocedure',
  );
  expect(kept.kubernetes.serverOf(ref)).toMatchObject({ major: 17 });
});
