import { withClient } from '@basalt/postgres';
import { expect, test } from 'vitest';
import { readRecord, writeRecord } from '../local/data/cluster-record.ts';
import { clusterFolder } from '../local/files/layout.ts';
import { project, useTestDriver } from '../local/test-driver.ts';
import { projectDatabaseScripts, projectDatabaseUpdates } from './index.ts';

const context = useTestDriver();
const updates = projectDatabaseUpdates();
const names = updates.map(({ name }) => name);

const HAS_MAILBOX = `select to_regclass('basalt.mailbox') is not null as yes`;

test('a database made by an earlier version gets what it lacks when it starts, once', async () => {
  const driver = await context.open({
    scripts: (major) => projectDatabaseScripts(major).filter(({ name }) => !names.includes(name)),
    updates,
  });
  await driver.create(project('abc'));
  const { record: file } = clusterFolder(driver.root, 'abc');
  const record = await readRecord(file);
  // An earlier version wrote no number.
  const { updates: _, ...earlier } = record!;
  await writeRecord(file, earlier);

  const { address } = await driver.start('abc');
  await withClient(address, async (client) => {
    expect((await client.query(HAS_MAILBOX)).rows).toEqual([{ yes: true }]);
    await client.query(`insert into basalt.mailbox (channel, kind, recipient) values ('sms', 'otp', '123')`);
  });
  expect((await readRecord(file))?.updates).toBe(updates.length);

  // Killed between the database and the record: everything runs once more and takes nothing away.
  await writeRecord(file, earlier);
  await driver.start('abc');
  await withClient(address, async (client) => {
    expect((await client.query('select recipient from basalt.mailbox')).rows).toEqual([{ recipient: '123' }]);
  });
  await driver.remove('abc');
});

test('an update that fails keeps nobody from the project and is tried again', async () => {
  const driver = await context.open({ updates: [{ name: 'broken', sql: 'select 1/0' }] });
  await driver.create(project('abd'));
  const { record: file } = clusterFolder(driver.root, 'abd');
  const record = await readRecord(file);
  await writeRecord(file, { ...record!, updates: 0 });
  const { address } = await driver.start('abd');
  await withClient(address, (client) => client.query('select 1'));
  expect((await readRecord(file))?.updates).toBe(0);
  await driver.remove('abd');
});
