import type { DataApiConfig } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  draftOf,
  draftProblems,
  managedSchemas,
  schemasToSwitchOn,
  splitList,
  withDefault,
} from './config-draft.ts';

const config: DataApiConfig = {
  db_schema: 'public, graphql_public',
  db_extra_search_path: 'public,extensions',
  max_rows: 1_000,
  db_pool: null,
  rls_on_new_tables: true,
  available_schemas: ['api', 'auth', 'graphql_public', 'public'],
};
const draft = draftOf(config);

describe('changesOf', () => {
  test('says nothing when nothing was changed, however the list is spaced', () => {
    expect(changesOf(config, draft)).toEqual({});
    expect(changesOf(config, { ...draft, maxRows: ' 1000 ' })).toEqual({});
  });

  test.each([
    [{ exposed: ['public', 'graphql_public', 'api'] }, { db_schema: 'public,graphql_public,api' }],
    [{ exposed: ['graphql_public', 'public'] }, { db_schema: 'graphql_public,public' }],
    [{ searchPath: [] }, { db_extra_search_path: '' }],
    [{ maxRows: '0' }, { max_rows: 0 }],
    [{ rlsOnNewTables: false }, { rls_on_new_tables: false }],
  ])('%j', (part, changes) => {
    expect(changesOf(config, { ...draft, ...part })).toEqual(changes);
  });

  test('does not invent a setting that the database has not told', () => {
    const unknown = { ...config, rls_on_new_tables: null };
    expect(changesOf(unknown, draftOf(unknown))).toEqual({});
  });
});

describe('draftProblems', () => {
  test.each(['0', '1000', ' 50 ', '1000000'])('%j rows are fine', (maxRows) => {
    expect(draftProblems({ ...draft, maxRows })).toEqual({});
  });
  test.each(['', 'many', '-1', '1.5', '1e3', '1000001'])('%j rows are not', (maxRows) => {
    expect(draftProblems({ ...draft, maxRows }).maxRows).toBe('Enter a whole number from 0 to 1,000,000.');
  });
  test('no schema is a question of its own', () => {
    expect(draftProblems({ ...draft, exposed: [] }).exposed).toMatch(/switch the Data API off/);
  });
});

test('the default schema comes first and the others keep their order', () => {
  expect(withDefault(['public', 'api', 'shop'], 'shop')).toEqual(['shop', 'public', 'api']);
  expect(withDefault(['public', 'api'], 'public')).toEqual(['public', 'api']);
});

test.each([
  [['api', 'graphql_public', 'public'], 'public,graphql_public'],
  [['api', 'public'], 'public'],
  [['api', 'shop'], 'api'],
  [[], ''],
])('with %j, switching on exposes %j', (available, schemas) => {
  expect(schemasToSwitchOn(available)).toBe(schemas);
});

test('warns of schemas that belong to the platform', () => {
  expect(managedSchemas(['public', 'auth', 'graphql_public', 'storage'])).toEqual(['auth', 'storage']);
});

test('splitList', () => expect(splitList(' a, b ,,c')).toEqual(['a', 'b', 'c']));
