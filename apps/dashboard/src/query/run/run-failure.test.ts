import { describe, expect, it } from 'vitest';
import { requestForTest } from './request-for-test.ts';
import { failureText } from './run-failure.ts';

const error = {
  code: '42P01',
  severity: 'ERROR',
  message: 'relation "nope" does not exist',
  detail: null,
  hint: null,
  position: null,
  where: null,
};
const request = requestForTest({ sql: 'select *\nfrom nope' });
const sql = (more: Partial<typeof error> | { position: number } = {}) => ({
  kind: 'sql' as const,
  error: { ...error, ...more },
});

describe('failureText of an SQL error', () => {
  it('has the message as its title and the line the database named', () => {
    const text = failureText(sql({ position: 15 }), request);
    expect(text.title).toBe('ERROR: relation "nope" does not exist');
    expect(text.line).toBe(2);
    expect(text.lines.join('\n')).toContain('LINE 2: from nope');
  });

  it('counts lines in the editor when only a part of it was run', () => {
    const text = failureText(sql({ position: 15 }), { ...request, firstLine: 11 });
    expect(text.line).toBe(12);
    expect(text.lines.join('\n')).toContain('LINE 12: from nope');
  });

  it('counts characters as the database does, not code units', () => {
    expect(failureText(sql({ position: 6 }), { ...request, sql: "'😀😀'\nnope" }).line).toBe(2);
  });

  it('names no line when the database names no place', () => {
    expect(failureText(sql(), request).line).toBeNull();
  });

  it('does not show the limit that was appended, unless the database stumbles over it', () => {
    const limited = requestForTest({ sql: 'select * from nope limit 100;', limit: 100 });
    const inText = failureText(sql({ position: 15 }), limited).lines.join('\n');
    expect(inText).toContain('LINE 1: select * from nope\n');
    const atLimit = failureText(sql({ position: 26 }), limited).lines.join('\n');
    expect(atLimit).toContain('LINE 1: select * from nope limit 100;');
    expect(atLimit).toContain('The row limit of the editor added “limit 100”');
  });
});

describe('failureText of a call', () => {
  const apiError = {
    status: 500,
    code: 'internal' as const,
    message: 'It broke.',
    field: null,
    requestId: 'r-1',
  };

  it('has the default title and the request id of a defect', () => {
    expect(failureText({ kind: 'request', error: apiError }, request)).toEqual({
      title: 'Error running SQL query',
      lines: ['It broke.', 'Request id: r-1'],
      line: null,
      code: null,
    });
  });

  it('shows no request id for what the server refused', () => {
    const refused = { ...apiError, status: 403, message: 'You may not.' };
    expect(failureText({ kind: 'request', error: refused }, request).lines).toEqual(['You may not.']);
  });

  it('says that the outcome of a broken connection is unknown', () => {
    expect(failureText({ kind: 'lost' }, request).lines.join(' ')).toContain('not known');
  });
});
