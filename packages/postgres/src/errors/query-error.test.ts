import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { knownFailure, QueryError, toQueryError } from './query-error.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(`connect ${code} /tmp`), { code, syscall: 'connect' });
}

describe('toQueryError', () => {
  it('keeps what the server said', () => {
    const error = Object.assign(new DatabaseError('no such column', 0, 'error'), {
      severity: 'ERROR',
      code: '42703',
      position: '8',
      hint: 'Try another.',
      table: 't',
    });
    expect(toQueryError(error).toJSON()).toEqual({
      message: 'no such column',
      code: '42703',
      severity: 'ERROR',
      detail: null,
      hint: 'Try another.',
      position: 8,
      where: null,
      schema: null,
      table: 't',
      column: null,
      constraint: null,
    });
  });

  it.each<[Error, string]>([
    [systemError('ECONNREFUSED'), '08001'],
    [systemError('ENOENT'), '08001'],
    [new Error('timeout expired'), '08001'],
    [systemError('ECONNRESET'), '08006'],
    [systemError('EPIPE'), '08006'],
    [new Error('Connection terminated unexpectedly'), '08006'],
    [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string'), '28P01'],
    [new TypeError('x is not a function'), 'XX000'],
  ])('gives %s the code %s', (error, code) => {
    expect(toQueryError(error)).toMatchObject({ name: 'QueryError', code, cause: error });
  });

  it('leaves a QueryError as it is', () => {
    const error = new QueryError({ message: 'm', code: '22021' });
    expect(toQueryError(error)).toBe(error);
  });
});

describe('knownFailure', () => {
  it.each([[new TypeError('bug')], ['text'], [undefined]])('does not claim %s', (error) => {
    expect(knownFailure(error)).toBeNull();
  });
});
