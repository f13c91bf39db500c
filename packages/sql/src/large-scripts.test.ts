import { describe, expect, it } from 'vitest';
import { applyParameters } from './parameters/apply-parameters.ts';
import { parseParameters } from './parameters/parse-parameters.ts';
import { findRisks } from './risks/find-risks.ts';
import { enableRlsStatements } from './risks/tables-without-rls.ts';
import { describeWrite } from './writes/describe-write.ts';
import { isReadOnlySelect } from './writes/is-read-only-select.ts';

// A reader that is quadratic in any of these runs into the time limit of the test long before it is done.
describe('100,000 characters of', () => {
  it.each([
    ['select a from t where b = 1;\n'],
    ['('],
    ['[:a'],
    ['as (delete '],
    ['with a as ('],
    ["do $$ begin execute 'drop table x' || y; "],
    ['execute format('],
    ['(a) b(1) '],
    ['then update t set '],
    ['alter table t drop a, '],
    ['@set a=1;'],
    ['@set a = 1\n'],
    ['create table a(b int);'],
  ])('%j are read in one go', (piece) => {
    const sql = piece.repeat(100_000 / piece.length);
    expect(parseParameters(sql).length).toBeLessThan(2);
    expect(applyParameters(`${sql} select 1`, { a: '1' }).sql).toMatch(/select 1$/);
    expect(isReadOnlySelect(sql)).toBe(false);
    expect(describeWrite(sql).unknownFunctions.length).toBeLessThan(5);
    expect(findRisks(`do $zz$ begin ${sql} end $zz$`).every(({ statement }) => statement === 0)).toBe(true);
    expect(enableRlsStatements(sql).startsWith(sql.slice(0, 100))).toBe(true);
  });
});
