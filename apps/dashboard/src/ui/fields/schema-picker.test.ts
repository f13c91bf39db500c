import { expect, test } from 'vitest';
import { schemaCount, toggleSchema } from './schema-picker.tsx';

test.each([
  [0, 'No schemas selected'],
  [1, '1 schema selected'],
  [8, '8 schemas selected'],
])('%d: %s', (count, label) => {
  expect(schemaCount(count)).toBe(label);
});

test('choosing keeps the order, so that the default schema stays the default', () => {
  expect(toggleSchema(['public', 'api'], 'auth')).toEqual(['public', 'api', 'auth']);
  expect(toggleSchema(['public', 'api'], 'public')).toEqual(['api']);
  expect(toggleSchema([], 'api')).toEqual(['api']);
});
