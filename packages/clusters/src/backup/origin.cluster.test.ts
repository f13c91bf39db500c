import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PostgresMajor } from '../driver.ts';
import { project } from '../local/test-driver.ts';
import { inTurn } from '../matrix-share.ts';
import { run, useTestBackups } from './backups-for-test.ts';
import type { RecoveryTarget } from './ports/cluster-backups.ts';

const context = useTestBackups();

async function rowsAt(ref: string, at: Date): Promise<string[]> {
  await context.backups.restore({ ref, scratch: 'try', target: { kind: 'time', at } });
  const rows = await context.rowsOf('try');
  await context.driver.remove('try');
  return rows;
}

/** A database in which a table was made, filled and dropped, with its origin. Gives the moment of the first row. */
async function makeDatabase(ref: string, major: PostgresMajor) {
  const { backups, driver, addRow } = context;
  await context.create(ref, major);
  const one = await addRow(ref, 'one');
  await addRow(ref, 'two');
  await run(await driver.address(ref), 'drop table moments');
  await sleep(15);
  return { one, base: await backups.recordOrigin(ref) };
}

describe.each(inTurn([15, 16, 17, 18] as const))('a new database of PostgreSQL %i', (major) => {
  const ref = `new${major}`;

  test('can be restored to every moment since it was made', async () => {
    const { backups, driver } = context;
    const { one, base } = await makeDatabase(ref, major);
    const made = (await driver.origin(ref))?.createdAt;
    expect(base).toMatchObject({ ref, major, timeline: 1, startedAt: made, finishedAt: made });
    expect(await backups.recordOrigin(ref)).toEqual(base);
    expect(await backups.list(ref)).toEqual([base]);
    const { safeUntil } = await backups.ship(ref);
    expect(await backups.window(ref)).toMatchObject({ earliest: made, latest: safeUntil });

    expect(await rowsAt(ref, one)).toEqual(['one']);
  });
});

describe('what databases are made of', () => {
  const ref = 'made17';
  beforeAll(async () => {
    await makeDatabase(ref, 17);
    await context.backups.ship(ref);
  });
  /** Whether the scratch cluster has the table that the first row came with, and was dropped with the last. */
  const hasTable = async () => {
    await context.driver.start('try');
    const [row] = await run(
      await context.driver.address('try'),
      "select to_regclass('moments') is not null as yes",
    );
    await context.driver.remove('try');
    return row?.yes;
  };
  const data = async (of: string) => {
    const [{ id } = { id: '' }] = await context.backups.list(of);
    return stat(join(context.folder, of, 'base', id, 'data.tar.zst'));
  };

  test('is the state at their very first moment, and leads to the newest', async () => {
    const { backups } = context;
    const [base] = await backups.list(ref);
    const restored = (target: RecoveryTarget) =>
      backups.restore({ ref, scratch: 'try', target }).then(hasTable);
    expect(await restored({ kind: 'time', at: base?.finishedAt ?? new Date() })).toBe(false);
    expect(await restored({ kind: 'backup', id: base?.id ?? '' })).toBe(false);
    expect(await restored({ kind: 'latest' })).toBe(false);
    expect((await backups.verify(ref)).backup).toEqual(base);
  });

  test('is stored once for all of them', async () => {
    const { backups, driver } = context;
    await driver.create(project('other'));
    await backups.recordOrigin('other');
    expect((await data('other')).ino).toBe((await data(ref)).ino);
    expect((await backups.list('other'))[0]?.systemIdentifier).not.toBe(
      (await backups.list(ref))[0]?.systemIdentifier,
    );
  });

  test('is a backup like every other when the template is gone, built anew and no longer stored', async () => {
    const { driver, store, addRow } = context;
    await driver.start(ref);
    await run(await driver.address(ref), 'create table moments (id serial primary key, name text)');
    const moment = await addRow(ref, 'after many segments');
    for (let count = 0; count < 3; count += 1)
      await run(await driver.address(ref), "select pg_logical_emit_message(false, '', 'x'), pg_switch_wal()");
    await addRow(ref, 'too late');
    const { name } = await driver.template(17);
    await store.put('_templates/17-project-0-0/data.tar.zst', Buffer.from('of an earlier version'));
    await store.remove(`_templates/${name}/template.json`); // as after a kill
    await context.backups.keepTemplate(17);
    const stored = (await store.list('_templates/17')).map(({ key }) => key);
    expect(stored).toEqual([`_templates/${name}/data.tar.zst`, `_templates/${name}/template.json`]);
    await store.remove('_templates/');
    await context.backups.ship(ref);
    expect(await rowsAt(ref, moment)).toEqual(['after many segments']);
  });

  test('carries on after a restore in place, and goes when newer backups make it needless', async () => {
    const { backups, driver, addRow } = context;
    const moment = await addRow(ref, 'kept');
    await addRow(ref, 'regretted');
    await driver.stop(ref);
    await backups.ship(ref);
    await backups.restore({ ref, scratch: 'try', target: { kind: 'time', at: moment } });
    await driver.replace(ref, 'try', 'former');
    await driver.start(ref);
    await backups.ship(ref);
    const later = await addRow(ref, 'on the second branch');
    await backups.ship(ref);
    expect(await rowsAt(ref, later)).toEqual([
      'after many segments',
      'too late',
      'kept',
      'on the second branch',
    ]);
    expect(await rowsAt(ref, moment)).toContain('kept');

    const [origin] = await backups.list(ref);
    await backups.takeBase(ref);
    await backups.takeBase(ref);
    await backups.ship(ref);
    expect(await backups.prune(ref, new Date(0))).toEqual([]);
    expect(await backups.prune(ref, new Date())).toEqual([origin?.id]);
    await backups.removeAll('other');
    expect(await backups.list('other')).toEqual([]);
    expect((await backups.list(ref)).length).toBe(2);
  });

  test('is not known of a database that was made in another way', async () => {
    const { backups, driver } = context;
    await driver.create(project('empty'), { empty: true });
    expect(await backups.recordOrigin('empty')).toBeNull();
  });
});
