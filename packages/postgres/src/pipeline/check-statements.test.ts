import { describe, expect, it } from 'vitest';
import { checkStatements } from './check-statements.ts';
import type { PipelineStatement } from './pipeline.ts';

function check(sql: string, values: PipelineStatement['values'] = []) {
  const good = { sql: 'select 1', values: [], reuse: true };
  return checkStatements([good, { sql, values, reuse: false }])?.code ?? null;
}

describe('checkStatements', () => {
  it.each<[string, PipelineStatement['values']]>([
    ['select $1', ['']],
    ['select $1', ['😀 \u{10FFFF} \u0001']],
    ['select $1', [null]],
    // Not UTF-8: the server says so.
    ['select $1', [Buffer.from([0xff])]],
    ['select $1', Array.from({ length: 65_535 }, () => 'x')],
  ])('lets %j pass', (sql, values) => expect(check(sql, values)).toBeNull());

  it.each<[string, string, PipelineStatement['values']]>([
    ['22021', 'select 1\0', []],
    ['22021', 'select \ud800', []],
    ['22021', 'select $1', ['a\0']],
    ['22021', 'select $1', [Buffer.from('a\0')]],
    ['22021', 'select $1, $2', ['fine', 'half \udc00 pair']],
    ['54023', 'select $1', Array.from({ length: 65_536 }, () => 'x')],
    ['54000', 'select $1, $2', Array.from({ length: 3 }, () => 'x'.repeat(100 * 1024 * 1024))],
  ])('refuses with %s: %j', (code, sql, values) => expect(check(sql, values)).toBe(code));
});
