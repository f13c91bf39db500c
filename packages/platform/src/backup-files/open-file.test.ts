import { describe, expect, it } from 'vitest';
import { fileName } from './open-file.ts';

const REF = 'abcdefghijklmnopqrst';

describe('fileName', () => {
  it.each([
    ['Quarry', 'quarry'],
    ['Ünïcode & Söhne', 'unicode-sohne'],
    ['"; rm -rf / \r\nx: y', 'rm-rf-x-y'],
    ['../../etc/passwd', 'etc-passwd'],
    ['日本', REF],
    ['x'.repeat(300), 'x'.repeat(60)],
  ])('%j', (name, slug) => {
    expect(fileName(name, REF, new Date('2026-11-20T23:59:59Z'))).toBe(`${slug}-2026-11-20.sql.gz`);
  });
});
