import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitStatements } from '../text/statements.ts';
import { findRisks } from './find-risks.ts';
import { enableRlsStatements } from './tables-without-rls.ts';

const found = (sql: string) => findRisks(sql).map(({ kind, subject }) => `${kind} ${subject}`);

describe('findRisks', () => {
  it('says where in the script', () => {
    const sql = ' select 1; /* x */ drop table "My T" cascade ; select 2';
    expect(findRisks(sql)).toEqual([
      { kind: 'destructive', statement: 1, start: 19, end: 44, subject: '"My T"' },
    ]);
    expect(sql.slice(19, 44)).toBe('drop table "My T" cascade');
  });

  it.each<[string, string[]]>([
    ['delete from only Public.T', ['delete-without-where public.t']],
    ['delete from t where a', ['destructive t']],
    ['truncate table only a, b', ['destructive a']],
    ['drop materialized view if exists v', ['destructive v']],
    ['drop owned by x', ['destructive x']],
    ['drop function f(int)', ['destructive f']],
    ['update t set a = 1', ['update-without-where t']],
    [
      'alter table s.t drop "A b", add c int, drop if exists d',
      ['drop-column s.t."A b"', 'drop-column s.t.d'],
    ],
    ['alter table t drop column column_a', ['drop-column t.column_a']],
    [
      'do $$ begin delete from a; delete from a; drop table b; end $$',
      ['delete-without-where a', 'destructive b'],
    ],
    ["do $$ begin execute 'delete from ' || t; end $$", ['delete-without-where unknown_part']],
    ['alter database postgres connection limit 0', ['database-lockout postgres']],
    ['alter database "X" with connection limit = 0', ['database-lockout "X"']],
    ['alter database p allow_connections false', ['database-lockout p']],
    ["alter database p is_template true allow_connections = 'off'", ['database-lockout p']],
    ["do $$ begin execute 'alter database p connection limit 0'; end $$", ['database-lockout p']],
    ['alter database p connection limit 10', []],
    ['alter database p connection limit -1', []],
    ['alter database p allow_connections true', []],
    ['alter database p set statement_timeout = 0', []],
    ['-- alter database p connection limit 0\nselect 1', []],
    ["select 'alter database p connection limit 0'", []],
  ])('%j → %j', (sql, risks) => {
    expect(found(sql)).toEqual(risks);
  });

  it.each<[string, string[]]>([
    ['create table a (b int)', ['a']],
    ['create unlogged table if not exists "A b" (c int)', ['"A b"']],
    ['create table a as select 1', ['a']],
    ['create table a partition of b default', ['a']],
    ['create table a (b int); alter table a enable row level security', []],
    ['create table a (b int); alter table public.a enable row level security', []],
    ['create table a (b int); alter table only "a" add c int, enable row level security', []],
    ['create table a (b int); alter table x.a enable row level security', ['a']],
    ['create table a (b int); alter table b enable row level security', ['a']],
    ['alter table a enable row level security; create table a (b int)', ['a']],
    ['create table a (b int); alter table a enable row level security, disable row level security', ['a']],
    ['create table a (b int); -- alter table a enable row level security', ['a']],
    ["create table a (b int); do $$ begin execute 'alter table a enable row level security'; end $$", ['a']],
    ['create temp table a (b int); create local temporary table b (c int)', []],
    ['create table pg_temp.a (b int)', []],
    ['do $$ begin create table a (b int); end $$', []],
    ['create function f() returns void language sql as $$ create table a (b int) $$', []],
    ['create foreign table a (b int) server s', []],
    ["select 'create table a (b int)'", []],
  ])('%j leaves %j without row level security', (sql, tables) => {
    expect(found(sql).filter((risk) => risk.startsWith('table'))).toEqual(
      tables.map((name) => `table-without-rls ${name}`),
    );
  });
});

describe('enableRlsStatements', () => {
  it.each<[string, string]>([
    ['create table a (b int)', 'create table a (b int);\n\nalter table a enable row level security;\n'],
    [
      'create table a (b int) ;\n\n',
      'create table a (b int) ;\n\nalter table a enable row level security;\n',
    ],
    [
      'create table "A" () -- x',
      'create table "A" () -- x\n;\n\nalter table "A" enable row level security;\n',
    ],
    [
      'create table x.a (); -- x',
      'create table x.a (); -- x\n\nalter table x.a enable row level security;\n',
    ],
    ['select 1', 'select 1'],
    ["create table a (); select 'open", "create table a (); select 'open"],
  ])('makes %j into %j', (sql, expected) => {
    expect(enableRlsStatements(sql)).toBe(expected);
  });

  it('leaves nothing to add and changes no statement', () => {
    const name = fc.constantFrom('a', '"B c"', 'public.a', 'x."y"', '"a"', '"user"', '"q""r"');
    const statement = fc.oneof(
      name.map((table) => `create table ${table} (b int)`),
      name.map((table) => `alter table ${table} enable row level security`),
      fc.constant('select 1'),
    );
    const end = fc.constantFrom(';', ' ; ', ' -- x\n;', '; /* y */', ' /* z */;\n', '; -- end\n');
    const script = fc.array(fc.tuple(statement, end).map((parts) => parts.join('')));
    fc.assert(
      fc.property(
        script,
        fc.constantFrom('', 'create table z ()', 'create table z () -- z'),
        (parts, last) => {
          const sql = parts.join('\n') + last;
          const result = enableRlsStatements(sql);
          expect(found(result)).toEqual([]);
          const before = splitStatements(sql).map(({ text }) => text);
          const after = splitStatements(result).map(({ text }) => text);
          expect(after.slice(0, before.length)).toEqual(before);
          expect(after.slice(before.length)).toHaveLength(found(sql).length);
        },
      ),
    );
  });
});
