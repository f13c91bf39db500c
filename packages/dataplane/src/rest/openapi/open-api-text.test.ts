import { describe, expect, it } from 'vitest';
import { cacheOf, functionOf, relationOf } from '../schema-cache/schema-cache-for-test.ts';
import { buildOpenApi } from './build-open-api.ts';
import { openApiText } from './open-api-text.ts';

const follow = () =>
  cacheOf({ relations: [relationOf('films')], functions: [functionOf('f', '', { oid: 1 })] });
const options = { schema: 'public', privileges: null, serverUrl: 'http://db.test/', version: '1' };
const readers = (select: boolean) => ({
  relations: new Map([['films', { select, insert: false, update: false, delete: false }]]),
  functions: new Set<number>(),
});

describe('openApiText', () => {
  it('is the document, again and again', () => {
    const cache = follow();
    const expected = JSON.stringify(buildOpenApi(cache, options));
    for (let time = 0; time < 20; time += 1) expect(openApiText(cache, options)).toBe(expected);
  });

  it('never gives one caller the document of another', () => {
    const cache = follow();
    const paths = (more: object) =>
      Object.keys(JSON.parse(openApiText(cache, { ...options, ...more })).paths);
    for (let time = 0; time < 3; time += 1) {
      expect(paths({ privileges: readers(true) })).toEqual(['/', '/films']);
      expect(paths({ privileges: readers(false) })).toEqual(['/']);
      expect(paths({ privileges: { ...readers(false), functions: new Set([1]) } })).toEqual(['/', '/rpc/f']);
      expect(paths({ privileges: readers(true), schema: 'other' })).toEqual(['/']);
      for (let host = 0; host < 10; host += 1)
        expect(openApiText(cache, { ...options, serverUrl: `http://h${host}/` })).toContain(
          `"host":"h${host}"`,
        );
    }
  });

  it('does not outlive the schema cache it was made from', () => {
    const before = openApiText(follow(), { ...options, privileges: readers(true) });
    const after = openApiText(cacheOf({}), { ...options, privileges: readers(true) });
    expect(before).toContain('/films');
    expect(after).not.toContain('/films');
  });
});
