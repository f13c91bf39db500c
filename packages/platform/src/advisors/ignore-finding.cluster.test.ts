import { useTestCluster } from '@basalt/clusters/testing';
import { expect, test } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { ignoreFinding, restoreFinding } from './ignore-finding.ts';
import { listExceptions } from './store.ts';

const cluster = useTestCluster({ kind: 'platform' });

test('a finding is ignored with a reason and counted again, and the record tells by whom', async () => {
  const platform = await openContentPlatform(await cluster.createDatabase());
  const { db } = platform;
  const dependencies = { db } as Dependencies;
  const project = await platform.insertProject();
  const other = await platform.insertProject();
  const [developer, owner, reader, stranger] = await Promise.all([
    platform.insertPerson('Developer'),
    platform.insertPerson('Owner'),
    platform.insertPerson('Read-only'),
    platform.insertPerson(null),
  ]);
  const key = { ref: project.ref, cache_key: 'no_primary_key_public_notes' };
  const ignored = { ...key, name: 'no_primary_key', reason: 'It is a log.' };

  await expect(ignoreFinding(dependencies, reader, ignored)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(ignoreFinding(dependencies, stranger, ignored)).rejects.toMatchObject({ code: 'not_found' });
  expect(await listExceptions(db, project.id)).toEqual(new Map());

  await ignoreFinding(dependencies, developer, ignored);
  await ignoreFinding(dependencies, owner, { ...ignored, reason: 'It is written once.' });
  expect(await listExceptions(db, project.id)).toEqual(
    new Map([
      [key.cache_key, { reason: 'It is written once.', by: owner.email, at: expect.stringContaining('T') }],
    ]),
  );
  expect(await listExceptions(db, other.id)).toEqual(new Map());

  await expect(restoreFinding(dependencies, reader, key)).rejects.toMatchObject({ code: 'forbidden' });
  await restoreFinding(dependencies, developer, key);
  await restoreFinding(dependencies, developer, key);
  expect(await listExceptions(db, project.id)).toEqual(new Map());
  const record = await db
    .selectFrom('advisor_exceptions')
    .select(['reason', 'created_by', 'ended_by'])
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute();
  expect(record).toEqual([
    { reason: 'It is a log.', created_by: developer.accountId, ended_by: owner.accountId },
    { reason: 'It is written once.', created_by: owner.accountId, ended_by: developer.accountId },
  ]);
});
