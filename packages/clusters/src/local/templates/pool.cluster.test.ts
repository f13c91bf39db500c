import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withClient } from '@basalt/postgres';
import { expect, test } from 'vitest';
import type { LocalDriver } from '../local-driver.ts';
import { project, useTestDriver } from '../test-driver.ts';

const context = useTestDriver();

async function finishedCopies(driver: LocalDriver): Promise<string[]> {
  return (await readdir(join(driver.root, 'pool'))).filter((name) => !name.startsWith('.'));
}

test('warm copies are made once, survive the process, are used up and made again', async () => {
  const maker = await context.open({ poolSize: 2 });
  await Promise.all([maker.prepare(17), maker.prepare(17)]);
  await maker.prepare(17);
  const made = await finishedCopies(maker);
  expect(made).toHaveLength(2);
  await maker.close();

  const user = await context.open({ poolSize: 2 });
  await user.create(project('first'));
  const left = await finishedCopies(user);
  expect(left).toHaveLength(1);
  expect(made).toContain(left[0]);
  const { address } = await user.start('first');
  const { rows } = await withClient(address, (client) => client.query('select text from marker'));
  expect(rows).toHaveLength(1);
  await expect.poll(() => finishedCopies(user), { timeout: 10_000 }).toHaveLength(2);
  await user.close();
});

test('a disk that has little room keeps none ready, and gets back what they took', async () => {
  let free = 1_000_000_000_000;
  const freeBytes = async () => free;
  const driver = await context.open({ poolSize: 2, freeBytes });
  await driver.prepare(17);
  expect(await finishedCopies(driver)).toHaveLength(2);
  free = 1_000_000_000;
  await driver.prepare(17);
  expect(await finishedCopies(driver)).toHaveLength(0);
  await driver.create(project('tight'));
  expect(await driver.status('tight')).toBe('stopped');
  free = 1_000_000_000_000;
  await driver.prepare(17);
  expect(await finishedCopies(driver)).toHaveLength(2);
});

test('a template that another process has built anew is used as it is now', async () => {
  // A template of this test alone: the others share theirs.
  const scripts = () => [{ name: 'own', sql: `comment on database postgres is 'of process ${process.pid}'` }];
  const [first, second] = [await context.open({ scripts }), await context.open({ scripts })];
  const { name, dataDirectory } = await first.template(17);
  try {
    await rm(dirname(dataDirectory), { recursive: true });
    const anew = await second.template(17);
    expect(anew.name).not.toBe(name);
    await first.create(project('anew'));
    expect((await first.origin('anew'))?.template).toBe(anew.name);
  } finally {
    await rm(dirname(dataDirectory), { recursive: true, force: true });
  }
});

test('unfinished copies of killed processes and copies of older templates are cleared away', async () => {
  const pool = join(context.driver.root, 'pool');
  await mkdir(join(pool, `.unfinished-${process.pid}-00000000-000000000000-x`));
  await mkdir(join(pool, '17-project-0000000000000000~000000000000'));
  await mkdir(join(pool, '16-project-0000000000000000~000000000000'));
  const driver = await context.open({ poolSize: 1 });
  await driver.prepare(17);
  const names = () => readdir(pool);
  await expect.poll(names).not.toContainEqual(expect.stringMatching(/unfinished|^17-project-0{16}/));
  expect(await names()).toContain('16-project-0000000000000000~000000000000');
});
