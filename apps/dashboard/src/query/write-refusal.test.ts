import { describe, expect, it } from 'vitest';
import type { RunFailure } from './run-failure.ts';
import { isWriteRefusal } from './write-refusal.ts';

const sql = (code: string, message: string): RunFailure => ({
  kind: 'sql',
  error: { code, severity: 'ERROR', message, detail: null, hint: null, position: null, where: null },
});
const request = (code: 'sql_error' | 'forbidden', message: string): RunFailure => ({
  kind: 'request',
  error: { status: 400, code, message, field: null, requestId: null },
});

describe('isWriteRefusal', () => {
  it.each<[string, RunFailure]>([
    ['insufficient privilege', sql('42501', 'Zugriff verweigert')],
    ['a read-only transaction', sql('25006', 'cannot execute INSERT in a read-only transaction')],
    ['the owner of a table', sql('XX000', 'must be owner of table t')],
    ['a permission', sql('P0001', 'permission denied for table t')],
    ['a refusal of the call', request('sql_error', 'permission denied for schema public')],
  ])('sees %s', (_, failure) => {
    expect(isWriteRefusal(failure)).toBe(true);
  });

  it.each<[string, RunFailure]>([
    ['a typing error', sql('42601', 'syntax error at or near "selct"')],
    ['a missing table', sql('42P01', 'relation "permissions" does not exist')],
    ['a person without the permission', request('forbidden', 'permission denied')],
    ['a broken connection', { kind: 'lost' }],
  ])('does not take %s for one', (_, failure) => {
    expect(isWriteRefusal(failure)).toBe(false);
  });
});
