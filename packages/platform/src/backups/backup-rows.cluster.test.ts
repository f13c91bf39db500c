import type { BaseBackup, ClusterBackups } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { OperationsEngine } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { giveUpScheduledBackup } from '../operations/begin-operation.ts';
import { isCancelRequested } from '../operations/store.ts';
import {
  archiveHealth,
  listArchivedProjects,
  readArchiveState,
  writeArchiveState,
} from './archiving/archive-store.ts';
import { actorForTest, openTestPlatform, type TestPlatform } from './platform-for-test.ts';
import { listRestorePoints, readRestorePoint } from './recovery/restore-points.ts';
import { readBackupStates } from './schedule/backup-scheduler.ts';
import { readPolicy, setBackupSettings, setPitr } from './schedule/backup-settings.ts';
import { pruneBackups } from './schedule/prune-backups.ts';
import { dueBackup } from './schedule/schedule.ts';
import { nextVerification, writeVerification } from './verification/next-verification.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: TestPlatform;

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
});
afterAll(() => platform.db.destroy());

const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);

afterEach(() => platform.db.deleteFrom('projects').execute());

describe('the next backup', () => {
  const due = async (project: ProjectRow) => {
    const found = (await readBackupStates(platform.db)).find(({ id }) => id === project.id);
    return found === undefined ? null : dueBackup(found.state, new Date());
  };

  it('is the first of a project without one, unless something is at work on it or it is paused', async () => {
    const project = await platform.insertProject();
    const busy = await platform.insertProject();
    await platform.insertOperation(busy, 'restart', null);
    const paused = await platform.insertProject({ status: 'INACTIVE' });
    expect([await due(project), await due(busy), await due(paused)]).toEqual(['first', null, null]);
  });

  it('is the nightly one after what the database was made of', async () => {
    const project = await platform.insertProject();
    await platform.insertBackup(project, { reason: 'origin', started_at: new Date() });
    expect(await due(project)).toBeNull();
  });

  it('follows whatever replaced the database', async () => {
    const project = await platform.insertProject();
    await platform.insertBackup(project, { started_at: new Date() });
    expect(await due(project)).toBeNull();
    await platform.insertOperation(project, 'upgrade', new Date(Date.now() + 1_000));
    expect(await due(project)).toBe('upgrade');
    await platform.insertOperation(project, 'return_to', new Date(Date.now() + 2_000));
    expect(await due(project)).toBe('restore');
  });

  it('follows what replaced the database last, also when the clock was set back since something else did', async () => {
    const project = await platform.insertProject();
    await platform.insertBackup(project, { started_at: new Date() });
    await platform.insertOperation(project, 'upgrade', new Date(Date.now() + 48 * HOUR));
    await platform.insertOperation(project, 'return_to', new Date(Date.now() + 1_000));
    expect(await due(project)).toBe('restore');
  });

  it('waits after a failure, and begins again where the last good one was', async () => {
    const project = await platform.insertProject();
    await platform.insertBackup(project, { state: 'failed', stored_as: null });
    expect(await due(project)).toBeNull();
    await platform.insertBackup(project, { started_at: new Date(Date.now() + 1) });
    expect(await due(project)).toBeNull();
  });

  it('is due when recovery to a moment is switched on again', async () => {
    const project = await platform.insertProject();
    await platform.insertBackup(project);
    await setPitr(platform, project.id, true);
    expect(await due(project)).toBeNull();
    await setPitr(platform, project.id, false);
    expect(await due(project)).toBeNull();
    expect(await listArchivedProjects(platform.db)).toEqual([
      expect.objectContaining({ id: project.id, pitr_enabled: false }),
    ]);
    await setPitr(platform, project.id, true);
    expect(await due(project)).toBe('first');
  });
});

describe('a backup at work', () => {
  const giveUp = (project: ProjectRow) =>
    giveUpScheduledBackup(
      { db: platform.db, operations: { settled: async () => true } as unknown as OperationsEngine },
      project.id,
    );
  const backUpOf = async (project: ProjectRow, started_by: string | null) => {
    const id = await platform.insertOperation(project, 'back_up', null);
    await platform.db.updateTable('operations').set({ started_by }).where('id', '=', id).execute();
    return id;
  };

  it('makes way when the platform takes it by itself', async () => {
    const project = await platform.insertProject();
    const id = await backUpOf(project, null);
    expect(await giveUp(project)).toBe(true);
    expect(await isCancelRequested(platform.db, id)).toBe(true);
  });

  it('goes on when somebody has asked for it', async () => {
    const project = await platform.insertProject();
    const id = await backUpOf(project, 'owner@example.com');
    expect(await giveUp(project)).toBe(false);
    expect(await isCancelRequested(platform.db, id)).toBe(false);
  });
});

describe('retention', () => {
  /** A store that has deleted everything but these. */
  const storeOf = (present: string[], asked: Date[] = []) =>
    ({
      prune: async (_: string, from: Date) => {
        asked.push(from);
        return [];
      },
      list: async () => present.map((id) => ({ id }) as BaseBackup),
    }) as unknown as ClusterBackups;

  it('is what is set, else what the plan gives', async () => {
    const project = await platform.insertProject();
    const asked: Date[] = [];
    const now = new Date('2026-03-10T00:00:00Z');
    const ports = { db: platform.db, backups: storeOf([], asked) };
    await pruneBackups(ports, project, now);
    await setBackupSettings(platform.db, project.id, { retention_days: 3 });
    await pruneBackups(ports, project, now);
    expect(asked.map((from) => from.toISOString().slice(0, 10))).toEqual(['2026-03-03', '2026-03-07']);
  });

  it('forgets what is gone, and keeps the settings that were in force when the time that is kept began', async () => {
    const { db } = platform;
    const project = await platform.insertProject();
    const kept = await platform.insertBackup(project, { started_at: hoursAgo(24 * 9) });
    await platform.insertBackup(project, { started_at: hoursAgo(24 * 10) });
    await platform.insertBackup(project, { started_at: hoursAgo(24 * 8), state: 'failed', stored_as: null });
    const failed = await platform.insertBackup(project, { state: 'failed', stored_as: null });
    const recent = [];
    for (const days of [6, 5, 4, 3, 2, 1, 0])
      recent.push(await platform.insertBackup(project, { started_at: hoursAgo(24 * days) }));
    await db.deleteFrom('project_settings_history').where('project_id', '=', project.id).execute();
    await db
      .insertInto('project_settings_history')
      .values(
        [30, 20, 8, 2].map((days) => ({ project_id: project.id, at: hoursAgo(24 * days), content: '{}' })),
      )
      .execute();
    await db
      .insertInto('restore_points')
      .values([
        { project_id: project.id, name: 'old', at: hoursAgo(24 * 8) },
        { project_id: project.id, name: 'new', at: hoursAgo(24) },
      ])
      .execute();

    const present = [kept, ...recent].map(({ stored_as }) => stored_as ?? '');
    await pruneBackups({ db, backups: storeOf(present) }, project);
    const rows = await db.selectFrom('backups').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual([kept.id, failed.id, ...recent.map(({ id }) => id)]);
    const history = await db.selectFrom('project_settings_history').select('at').orderBy('at').execute();
    expect(history.map(({ at }) => Math.round((Date.now() - at.getTime()) / (24 * HOUR)))).toEqual([8, 2]);
    const points = await db.selectFrom('restore_points').select('name').execute();
    expect(points).toEqual([{ name: 'new' }]);
  });
});

async function insertOwner({ organization_id }: ProjectRow): Promise<{ accountId: string }> {
  const { id: account_id } = await platform.db
    .insertInto('accounts')
    .values({ email: 'owner@example.com', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db
    .insertInto('organization_members')
    .values({ organization_id, account_id, role: 'Owner' })
    .execute();
  return { accountId: account_id };
}

describe('restore points', () => {
  it('are listed newest first, with whether each can be restored', async () => {
    const { db } = platform;
    const project = await platform.insertProject();
    const other = await platform.insertProject();
    const point = (of: ProjectRow, name: string, hours: number) => ({
      project_id: of.id,
      name,
      at: hoursAgo(hours),
    });
    await db
      .insertInto('restore_points')
      .values([point(project, 'before', 9), point(project, 'now', 0), point(project, 'drop', 2)])
      .execute();
    await db
      .insertInto('restore_points')
      .values(point(other, 'theirs', 2))
      .execute();
    const states = async (window: { earliest: Date; latest: Date } | null, isKept = true) =>
      (await listRestorePoints(db, project.id, window, isKept)).map(({ name, state }) => `${name} ${state}`);
    const window = { earliest: hoursAgo(5), latest: hoursAgo(1) };
    expect(await states(window)).toEqual(['now pending', 'drop available', 'before removed']);
    expect(await states(null)).toEqual(['now pending', 'drop pending', 'before pending']);
    expect(await states(null, false)).toEqual(['now removed', 'drop removed', 'before removed']);
  });

  it('say the same by their name, also where changes are not archived any more', async () => {
    const { db } = platform;
    const project = await platform.insertProject();
    const { accountId } = await insertOwner(project);
    await db
      .insertInto('restore_points')
      .values({ project_id: project.id, name: 'drop', at: hoursAgo(2) })
      .execute();
    const backups = { window: async () => ({ earliest: hoursAgo(5), latest: hoursAgo(1) }) };
    const dependencies = { db, backups } as unknown as Dependencies;
    const statusOf = async () =>
      (await readRestorePoint(dependencies, actorForTest(accountId), project.ref, 'drop')).status;
    expect(await statusOf()).toBe('AVAILABLE');
    await setPitr({ db }, project.id, false);
    expect(await statusOf()).toBe('REMOVED');
  });
});

describe('the next verification', () => {
  const next = async (except: number[] = []) => (await nextVerification(platform.db, except))?.id ?? null;

  it('is of the newest backup, once, and again after a week', async () => {
    const project = await platform.insertProject();
    const older = await platform.insertBackup(project, { started_at: hoursAgo(2) });
    const newest = await platform.insertBackup(project, { started_at: hoursAgo(1) });
    expect(await next()).toBe(newest.id);
    expect(await next([newest.id])).toBeNull();
    await writeVerification(platform.db, newest.id, null);
    expect(await next()).toBeNull();
    await platform.db
      .updateTable('backups')
      .set({ verified_at: hoursAgo(24 * 8) })
      .where('id', '=', newest.id)
      .execute();
    expect(await next()).toBe(newest.id);
    await platform.db
      .updateTable('backups')
      .set({ verify_requested_at: new Date() })
      .where('id', '=', older.id)
      .execute();
    expect(await next()).toBe(older.id);
    await writeVerification(platform.db, older.id, 'It is damaged.');
    expect(await next()).toBe(newest.id);
  });

  it('leaves a new project its first minute', async () => {
    const project = await platform.insertProject();
    const origin = await platform.insertBackup(project, { reason: 'origin', started_at: new Date() });
    expect(await next()).toBeNull();
    await platform.db
      .updateTable('backups')
      .set({ started_at: hoursAgo(1) })
      .where('id', '=', origin.id)
      .execute();
    expect(await next()).toBe(origin.id);
  });

  it('waits for whatever is at work on the project', async () => {
    const project = await platform.insertProject();
    await platform.insertBackup(project);
    await platform.insertOperation(project, 'pause', null);
    expect(await next()).toBeNull();
  });
});

describe('the state of the archive', () => {
  it('keeps the first moment of a failure and forgets it when all is well', async () => {
    const { db } = platform;
    const project = await platform.insertProject();
    const safeUntil = hoursAgo(1);
    await writeArchiveState(db, project.id, { safeUntil, problem: null });
    await writeArchiveState(db, project.id, { safeUntil: null, problem: 'The disk is full.' });
    const first = await readArchiveState(db, project.id);
    await writeArchiveState(db, project.id, { safeUntil: null, problem: 'The disk is still full.' });
    const second = await readArchiveState(db, project.id);
    expect(second).toMatchObject({ problem: 'The disk is still full.', failing_since: first?.failing_since });
    expect(second?.safe_until).toEqual(safeUntil);
    expect(archiveHealth(second, null, project, new Date()).failingSince).toEqual(first?.failing_since);
    await writeArchiveState(db, project.id, { safeUntil: new Date(), problem: null });
    expect(await readArchiveState(db, project.id)).toMatchObject({ problem: null, failing_since: null });
  });

  it('notes that the clock was set back, so that a new backup is due, and bears small corrections', async () => {
    const { db } = platform;
    const project = await platform.insertProject();
    const tell = (safeUntil: Date) => writeArchiveState(db, project.id, { safeUntil, problem: null });
    const since = async () => (await readPolicy(db, project)).pitrSince;
    const [ahead, corrected, setBack] = [hoursAgo(1), new Date(hoursAgo(1).getTime() - 30_000), hoursAgo(2)];
    await tell(ahead);
    await tell(corrected);
    expect(await since()).toBeNull();
    await tell(setBack);
    expect(await since()).toEqual(setBack);
    expect((await readArchiveState(db, project.id))?.safe_until).toEqual(setBack);
  });

  it('of a project that has just been deleted is nobody’s business', async () => {
    await writeArchiveState(platform.db, 999_999, { safeUntil: new Date(), problem: null });
    expect(await readArchiveState(platform.db, 999_999)).toBeNull();
  });
});
