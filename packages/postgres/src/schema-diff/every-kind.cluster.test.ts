import { useTestCluster } from '@basalt/clusters/testing';
import { expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { BROUGHT_ALONG, everythingOfOwner } from '../dump/everything.cases.ts';
import { schemaSnapshotOf } from '../dump/schema-snapshot-for-test.ts';
import { compareSchemas } from './diff-schemas.ts';
import type { SchemaDifference } from './difference.ts';

const branch = useTestCluster();
const project = useTestCluster({ name: 'target' });

const runAll = (target: ConnectionTarget, texts: readonly string[]) =>
  withClient(target, async (client) => {
    for (const text of texts) await client.query(text);
  });

/** Whoever may connect reads all of it. */
const READER = 'supabase_read_only_user';
const asReader = (target: ConnectionTarget) => ({ ...target, user: READER });

/** As a merge does: with the rights of the project's people, all of it or nothing. */
const merge = (target: ConnectionTarget, { settings, statements }: SchemaDifference) =>
  runAll({ ...target, user: 'postgres' }, [
    'begin',
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`),
    ...statements.map(({ sql }) => sql),
    'commit',
  ]);

/** What must be the same afterwards, word for word. */
const CARRIED = [
  'constraints',
  'defaultPrivileges',
  'extensions',
  'inheritance',
  'policies',
  'rules',
  'schemas',
  'triggers',
  'views',
];

it('leads through everything that a database can hold, and names what it does not carry', async () => {
  const to = await branch.createDatabase();
  const from = await project.createDatabase();
  for (const target of [from, to])
    await runAll(target, [BROUGHT_ALONG, `grant connect on database ${target.database} to ${READER}`]);
  await runAll(to, everythingOfOwner(17));
  const found = (await compareSchemas(asReader(from), asReader(to))).difference;
  const named = Object.fromEntries(found.notCompared.map(({ kind, names }) => [kind, names.join(', ')]));
  expect(named).toEqual({
    cast: 'app.mood as integer',
    'clustering of': 'app.people',
    'comment on': 'the database, role reporting',
    'limits of role': String.raw`Ünïcode "role" \ $$`,
    operator: 'app.===(app.mood,integer)',
    'options of column': 'app.far.id',
    'order of columns of': 'app.people, app.plain',
    'privileges of a setting': 'work_mem',
    'privileges on the database': 'public, app_owner, reporting',
    'setting of the database': 'work_mem of reporting, basalt.rls_on_new_tables, DateStyle',
    'statistics object': 'app.people_stats',
    'statistics of column': 'app.people.name',
    'text search configuration': 'app.words',
    'user mapping': 'app_owner on elsewhere',
  });
  expect(found.leftOut.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['table app.of_superuser', 'publication everything']),
  );
  await merge(from, found);
  const after = (await compareSchemas(asReader(from), asReader(to))).difference;
  expect([after.statements, after.leftOut]).toEqual([[], found.leftOut]);
  expect(after.notCompared.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(named).toSorted());
  const [seen, wanted] = [await schemaSnapshotOf(from), await schemaSnapshotOf(to)];
  const ofOwner = (lines: string[] = []) => lines.filter((line) => !line.includes('of_superuser'));
  for (const subject of CARRIED)
    expect([subject, ofOwner(seen[subject])]).toEqual([subject, ofOwner(wanted[subject])]);
  // Indexes of partitioned tables are valid, and their partitions have them.
  const withoutClustering = (lines: string[] = []) =>
    ofOwner(lines).map((line) => (JSON.parse(line) as unknown[]).toSpliced(1, 1));
  expect(withoutClustering(seen.indexes)).toEqual(withoutClustering(wanted.indexes));
});
