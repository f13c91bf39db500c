import { describe, expect, it } from 'vitest';
import { formatSql, MAX_FORMATTED_LENGTH } from './format-sql.ts';

async function formatted(sql: string): Promise<string> {
  const result = await formatSql(sql);
  if (!result.ok) throw new Error(result.message);
  return result.sql;
}

describe('formatSql', () => {
  it('breaks and indents, and keeps the words as they were written', async () => {
    expect(await formatted('SELECT id,name from people where Age>3;')).toBe(
      'SELECT\n  id,\n  name\nfrom\n  people\nwhere\n  Age > 3;',
    );
  });

  it.each([
    ['casts and operators', `select a::int, b->>'c', d @> e from t`],
    ['comments', `-- why\nselect 1; /* and\n so on */ select 2;`],
    ['strings', `select 'it''s  here', E'a\\nb', $$ two  spaces $$`],
    [
      'bodies of functions',
      `create function f() returns int language plpgsql as $body$\nbegin\n return 1;\nend $body$;`,
    ],
    ['parameters', `select * from t where a = :name and b = $1`],
    ['quoted names', `select "Odd  Name" from "My Table"`],
  ])('says the same: %s', async (_what, sql) => {
    const once = await formatted(sql);
    expect(await formatted(once)).toBe(once);
  });

  it('keeps the defaults of parameters at the top', async () => {
    const directives = '@set n:a|b = a\n@set day:date = 2024-01-01\n\n';
    expect(await formatted(`${directives}select :n,:day`)).toBe(`${directives}select\n  :n,\n  :day`);
  });

  it.each([
    ['what it does not understand', 'select (1'],
    ['what is too large', `select '${'x'.repeat(MAX_FORMATTED_LENGTH)}'`],
    ['a directive in the middle', 'select 1;\n@set n = 1\nselect :n'],
  ])('leaves alone %s', async (_what, sql) => {
    expect(await formatSql(sql)).toEqual({ ok: false, message: expect.stringMatching(/\.$/) });
  });
});
