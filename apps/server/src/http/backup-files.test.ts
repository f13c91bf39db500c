import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { first, parseRange } from './backup-files.ts';

describe('parseRange', () => {
  it.each([
    [undefined, null],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=40-', { start: 40, end: 99 }],
    ['bytes=40-49', { start: 40, end: 49 }],
    ['bytes=40-4000', { start: 40, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-4000', { start: 0, end: 99 }],
    ['bytes=100-', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=50-40', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['lines=1-2', null],
    ['bytes=a-b', null],
  ])('%s of 100 bytes: %j', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});

describe('first', () => {
  it.each([
    [1, 'a'],
    [3, 'abc'],
    [5, 'abcde'],
    [9, 'abcdefghi'],
    [10, 'abcdefghi'],
  ])('gives %i bytes wherever chunks end', async (count, expected) => {
    const content = Readable.from(['abc', 'd', 'efg', 'hi'].map((text) => Buffer.from(text)));
    const parts = await first(content, count).toArray();
    expect(Buffer.concat(parts).toString()).toBe(expected);
  });
});
