import { describe, expect, it } from 'vitest';
import { mayChangeSchema } from './schema-change.ts';

describe('mayChangeSchema', () => {
  it.each([
    'create table t ()',
    'ALTER TABLE t ADD b int',
    'drop view v',
    'select * into copy from t',
    'begin;\ncreate view v as select 1;\ncommit;',
  ])('looks again after %j', (sql) => {
    expect(mayChangeSchema(sql)).toBe(true);
  });

  it.each(['select created_at from t', 'update t set a = 1', 'delete from dropped'])(
    'not after %j',
    (sql) => {
      expect(mayChangeSchema(sql)).toBe(false);
    },
  );
});
