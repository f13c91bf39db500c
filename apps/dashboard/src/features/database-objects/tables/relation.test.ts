import { expect, it } from 'vitest';
import { columnType } from './relation.ts';

it('writes arrays as SQL does, and leaves names alone that begin like one', () => {
  expect(columnType({ format: '_text', data_type: 'ARRAY' })).toBe('text[]');
  expect(columnType({ format: 'int8', data_type: 'bigint' })).toBe('int8');
  expect(columnType({ format: '_mood', data_type: 'USER-DEFINED' })).toBe('_mood');
});
