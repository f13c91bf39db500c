import { expect, it } from 'vitest';
import { callerSettings, isolationLevel, transactionSettings } from './run-as-caller.ts';

it('takes over what a transaction can have, the function’s word last', () => {
  const role = new Map([
    ['statement_timeout', '3s'],
    ['default_transaction_read_only', 'on'],
    ['search_path', 'elsewhere'],
    ['role', 'postgres'],
    ['request.jwt.claims', '{}'],
    ['pgrst.db_schemas', 'x'],
  ]);
  const called = new Map([['statement_timeout', '9s']]);
  expect(transactionSettings([role, called])).toEqual([
    ['statement_timeout', '9s'],
    ['transaction_read_only', 'on'],
  ]);
});

it('quotes each schema of the search path once, so that a name is never more than a name', () => {
  const searchPath = ['public', 'a", pg_temp, "b', 'Stones', 'public'];
  expect(callerSettings({ searchPath, sources: [] }).values).toEqual([
    '"public", "a"", pg_temp, ""b", "Stones"',
  ]);
});

it.each([
  ['SERIALIZABLE', 'serializable'],
  ['repeatable read', 'repeatable read'],
  ["serializable'; drop table x", null],
])('knows isolation %s as %s', (text, level) => {
  expect(isolationLevel([undefined, new Map([['default_transaction_isolation', text]])])).toBe(level);
});
