import { describe, expect, it } from 'vitest';
import { readCompletion, readReport } from './decode-message.ts';

describe('readCompletion', () => {
  it.each<[string, string, number | null]>([
    ['SELECT 5', 'SELECT', 5],
    ['INSERT 0 3', 'INSERT', 3],
    ['DELETE 0', 'DELETE', 0],
    ['CREATE TABLE', 'CREATE TABLE', null],
    ['REFRESH MATERIALIZED VIEW', 'REFRESH MATERIALIZED VIEW', null],
  ])('%s', (tag, command, rowCount) => {
    expect(readCompletion(Buffer.from(`${tag}\0`))).toEqual({ command, rowCount });
  });
});

describe('readReport', () => {
  it('prefers the severity that is never translated', () => {
    const body = Buffer.from('SFEHLER\0VERROR\0C42P01\0Mkeine Relation\0P12\0\0');
    expect(readReport(body)).toMatchObject({
      severity: 'ERROR',
      code: '42P01',
      message: 'keine Relation',
      position: 12,
    });
  });

  it('reads what is left of a report that was cut', () => {
    expect(readReport(Buffer.from('SERROR\0C22000\0Mvery lo'))).toMatchObject({
      code: '22000',
      message: 'very lo',
    });
  });
});
