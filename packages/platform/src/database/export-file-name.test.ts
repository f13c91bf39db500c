import { describe, expect, it } from 'vitest';
import { exportFileName } from './export-file-name.ts';

describe('exportFileName', () => {
  it.each([
    ['Stones by Weight', 'stones-by-weight.csv'],
    ['Größe / Ünïque', 'gro-e-unique.csv'],
    ['../../etc/passwd', 'etc-passwd.csv'],
    ['a"; filename="b.exe\r\nset-cookie: x', 'a-filename-b-exe-set-cookie-x.csv'],
    ['', 'query-results.csv'],
    ['🌋', 'query-results.csv'],
    [undefined, 'query-results.csv'],
    ['x'.repeat(300), `${'x'.repeat(80)}.csv`],
  ])('%j', (name, expected) => {
    expect(exportFileName(name, 'csv')).toBe(expected);
  });
});
