import { expect, it } from 'vitest';
import { checkSchemas } from './change-data-api.ts';

const EXISTING = ['api', 'public', 'we ird'];

it('keeps the order, because the first is the default', () => {
  expect(checkSchemas('db_schema', ' public ,api,public', EXISTING)).toBe('public,api');
  expect(checkSchemas('db_schema', 'we ird', EXISTING)).toBe('we ird');
});

it('accepts none: the Data API is off then', () => {
  expect(checkSchemas('db_schema', ' ', EXISTING)).toBe('');
});

it('names the setting and the schema that is not there', () => {
  expect(() => checkSchemas('db_schema', 'public,pg_catalog', EXISTING)).toThrow(
    'db_schema: There is no schema "pg_catalog" that the Data API could use.',
  );
});
