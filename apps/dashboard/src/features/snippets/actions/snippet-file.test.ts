import { describe, expect, it } from 'vitest';
import { fileStem, migrationFileName } from './snippet-file.ts';

describe('fileStem', () => {
  it.each([
    ['New Query', 'new_query'],
    ['../../etc/passwd', 'etc_passwd'],
    ['Größe & Zahl', 'große_zahl'],
    ['???', 'snippet'],
    ['a\u202eb<script>', 'a_b_script'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('makes %j a file', (name, stem) => {
    expect(fileStem(name)).toBe(stem);
  });
});

it('puts the time in UTC before the name of a migration', () => {
  expect(migrationFileName('Add orders', new Date('2026-01-31T12:05:09.999Z'))).toBe(
    '20260131120509_add_orders.sql',
  );
});
