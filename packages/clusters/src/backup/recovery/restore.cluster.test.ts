import { describe, expect, test } from 'vitest';
import { inTurn } from '../../matrix-share.ts';
import { run, useTestBackups } from '../backups-for-test.ts';

const context = useTestBackups();

describe.each(inTurn([15, 17, 18] as const))('a database of PostgreSQL %i', (major) => {
  const ref = `pitr${major}`;

  test('comes back exactly as it was at a moment between two rows', async () => {
    const { backups, driver, addRow } = context;
    await context.create(ref, major);
    await backups.ship(ref);
    await addRow(ref, 'before the backup');
    const base = await backups.takeBase(ref);
    expect(base).toMatchObject({ ref, major, timeline: 1 });
    await addRow(ref, 'kept');
    await backups.ship(ref);
    const moment = await addRow(ref, 'last kept');
    await addRow(ref, 'too late');
    await run(await driver.address(ref), 'create table too_late ()');
    await backups.ship(ref);

    const restored = await backups.restore({ ref, scratch: 'try', target: { kind: 'time', at: moment } });
    expect(restored).toMatchObject({ major, timeline: 2, backup: { id: base.id } });
    expect(Math.abs(Number(restored.lastCommitAt) - moment.getTime())).toBeLessThan(100);
    expect(await context.rowsOf('try')).toEqual(['before the backup', 'kept', 'last kept']);
    await driver.remove('try');
  });

  test('comes back to the newest that was archived, and to the end of its backup', async () => {
    const { backups, driver } = context;
    const [base] = await backups.list(ref);
    await backups.restore({ ref, scratch: 'try', target: { kind: 'latest' } });
    expect(await context.rowsOf('try')).toEqual(['before the backup', 'kept', 'last kept', 'too late']);
    await backups.restore({ ref, scratch: 'try', target: { kind: 'backup', id: base?.id ?? '' } });
    expect(await context.rowsOf('try')).toEqual(['before the backup']);
    await driver.remove('try');
  });

  test('comes back to a moment after its last transaction', async () => {
    const { backups, driver } = context;
    const { safeUntil } = await backups.ship(ref);
    await backups.restore({ ref, scratch: 'try', target: { kind: 'time', at: safeUntil } });
    expect(await context.rowsOf('try')).toHaveLength(4);
    await driver.remove('try');
  });
});
