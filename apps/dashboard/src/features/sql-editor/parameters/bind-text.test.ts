import { describe, expect, it } from 'vitest';
import { bindText, mayHaveParameters } from './bind-text.ts';

const bind = (sql: string, values = {}) => bindText({ sql, firstLine: 3 }, values);

describe('bindText', () => {
  it('binds values, so that they cannot become SQL', () => {
    expect(bind('select :name', { name: "'; drop table x; --" })).toEqual({
      ok: true,
      text: { sql: 'select $1', firstLine: 3 },
      parameters: ["'; drop table x; --"],
    });
  });

  it('keeps lines where the editor shows them', () => {
    const bound = bind('@set a = 1\n@set b = 2\nselect :a, :b');
    expect(bound).toMatchObject({ ok: true, text: { firstLine: 5 }, parameters: ['1', '2'] });
  });

  it('says which value is missing', () => {
    expect(bind('select :name')).toEqual({ ok: false, message: expect.stringContaining('"name"') });
  });

  it('leaves alone what has no parameters', () => {
    const sql = "select '1'::int, a[1:2]";
    expect(bind(sql)).toEqual({ ok: true, text: { sql, firstLine: 3 }, parameters: [] });
  });

  it('does not read very long texts', () => {
    const long = `select ':a${'x'.repeat(200_000)}'`;
    expect(mayHaveParameters(long)).toBe(false);
    expect(bind(long)).toMatchObject({ ok: true, parameters: [] });
  });
});
