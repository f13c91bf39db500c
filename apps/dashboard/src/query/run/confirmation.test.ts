import { describe, expect, it } from 'vitest';
import { confirmLabels } from '../confirm/confirm-labels.ts';
import { confirmationFor, isAskedAbout, restorePointName } from './confirmation.ts';
import { requestForTest } from './request-for-test.ts';
import { confirmationAsked } from './run-request.ts';

describe('confirmationFor', () => {
  it.each<[string, object | null]>([
    ['select 1', null],
    ['select count(*) from t', null],
    ['insert into t values (1)', { writes: true, unknown_functions: [] }],
    ['select my_cleanup()', { writes: false, unknown_functions: ['my_cleanup'] }],
  ])('%s', (sql, needed) => {
    expect(confirmationFor(requestForTest({ sql }))).toEqual(needed);
  });

  it('needs none for what was agreed to or cannot write', () => {
    const sql = 'drop table t';
    expect(confirmationFor(requestForTest({ sql, confirmed: true }))).toBeNull();
    expect(confirmationFor(requestForTest({ sql, readOnly: true }))).toBeNull();
  });
});

describe('confirmationAsked', () => {
  const error = { status: 409, message: '', field: null, requestId: null };
  it('reads the details of the refusal, and nothing else', () => {
    const details = { writes: false, unknown_functions: ['f'] };
    expect(confirmationAsked({ ...error, code: 'confirmation_required', details })).toEqual(details);
    expect(confirmationAsked({ ...error, code: 'confirmation_required' })).toEqual({
      writes: true,
      unknown_functions: [],
    });
    expect(confirmationAsked({ ...error, code: 'conflict', details })).toBeNull();
  });
});

describe('isAskedAbout', () => {
  const writes = { writes: true, unknown_functions: [] };
  it.each<[string, boolean]>([
    ['insert into t values (1)', false],
    ['create table t (id int)', false],
    ['update t set a = 1 where id = 2', false],
    ['update t set a = 1', true],
    ['delete from t where id = 1', true],
    ['drop table t', true],
    ['alter table t drop column a', true],
  ])('%s, when only removing is asked about', (sql, isAsked) => {
    expect(isAskedAbout(sql, writes, 'removing')).toBe(isAsked);
    expect(isAskedAbout(sql, writes, 'every-write')).toBe(true);
  });

  it('always asks about functions nobody knows', () => {
    expect(isAskedAbout('select f()', { writes: false, unknown_functions: ['f'] }, 'removing')).toBe(true);
  });
});

describe('confirmLabels', () => {
  it('asks about writes', () => {
    expect(confirmLabels({ writes: true, unknown_functions: [] })).toEqual({
      question: 'This query contains write operations. Are you sure you want to execute it?',
      advice: 'Make sure you are not accidentally removing something important.',
    });
  });

  it('names the functions, a few of them', () => {
    const { question } = confirmLabels({ writes: false, unknown_functions: ['wipe'] });
    expect(question).toBe('This query runs the function wipe. Are you sure you want to execute it?');
    expect(confirmLabels({ writes: false, unknown_functions: ['a', 'b'] }).question).toContain(
      'functions a and b',
    );
    const many = confirmLabels({ writes: false, unknown_functions: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] });
    expect(many.question).toContain('functions a, b, c, d, e and 2 more');
    expect(confirmLabels({ writes: true, unknown_functions: ['wipe'] }).advice).toContain(
      'the function wipe',
    );
  });
});

it('is short enough to be a name and tells when it was', () => {
  const name = restorePointName(new Date('2026-03-09T14:15:02.500Z'));
  expect(name).toBe('sql-20260309-141502');
  expect(name.length).toBeLessThanOrEqual(20);
});
