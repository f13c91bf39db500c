import { describe, expect, test } from 'vitest';
import { mediaTypeText } from './media-type.ts';
import { parseAccept, parsePreferences } from './parse-headers.ts';

const accept = (header: string) => parseAccept(header).map(mediaTypeText).join(' | ');

describe('Accept', () => {
  test.each([
    ['*/*', '*/*'],
    ['', '*/*'],
    ['application/json', 'application/json'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    ['application/*', 'application/json'],
    [
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'text/html | application/xhtml+xml | application/xml | */*',
    ],
    ['text/csv;q=0.1, application/json;q=0.5, */*;q=0', 'application/json | text/csv'],
    ['text/csv;q=2, text/plain;q=x', 'text/csv | text/plain'],
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json'],
    ['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json'],
    ['application/vnd.pgrst.object+json;nulls=stripped', 'application/vnd.pgrst.object+json;nulls=stripped'],
    ['application/vnd.pgrst.array+json; nulls=stripped', 'application/vnd.pgrst.array+json;nulls=stripped'],
    ['application/geo+json', 'application/geo+json'],
    ['application/openapi+json', 'application/openapi+json'],
    ['application/octet-stream', 'application/octet-stream'],
    ['text/xml', 'text/xml'],
    ['image/png', 'image/png'],
    ['application/vnd.pgrst.plan', 'application/vnd.pgrst.plan+text; for="application/json"'],
    [
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|verbose|nonsense;',
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|verbose',
    ],
    [
      'application/vnd.pgrst.plan+text; for="text/csv"; options=settings|buffers|wal;, text/csv',
      'application/vnd.pgrst.plan+text; for="text/csv"; options=settings|buffers|wal | text/csv',
    ],
    [
      'application/vnd.pgrst.plan; for="application/vnd.pgrst.array+json;nulls=stripped"',
      'application/vnd.pgrst.plan+text; for="application/vnd.pgrst.array+json;nulls=stripped"',
    ],
    [
      'application/vnd.pgrst.plan; for="application/vnd.pgrst.plan"',
      'application/vnd.pgrst.plan+text; for="application/json"',
    ],
    [';;;,,,"', '"'],
  ])('%s', (header, expected) => expect(accept(header)).toBe(expected));
});

describe('Prefer', () => {
  test.each([
    ['return=minimal', { return: 'minimal' }],
    ['return=headers-only', { return: 'headers-only' }],
    ['return=representation,count=exact', { return: 'representation', count: 'exact' }],
    ['count=planned', { count: 'planned' }],
    ['count=estimated', { count: 'estimated' }],
    ['resolution=merge-duplicates', { resolution: 'merge-duplicates' }],
    ['resolution=ignore-duplicates', { resolution: 'ignore-duplicates' }],
    ['missing=default', { missing: 'default' }],
    ['tx=rollback', { tx: 'rollback' }],
    ['timezone=America/Los_Angeles', { timezone: 'America/Los_Angeles' }],
    ['handling=strict, max-affected=10', { handling: 'strict', maxAffected: 10 }],
    ['  tx=commit ,,  handling=lenient ', { tx: 'commit', handling: 'lenient' }],
    ['tx=commit, tx=rollback', { tx: 'commit' }],
    [
      'return=all, params=single-object, max-affected=many, timezone=, x',
      {
        return: null,
        maxAffected: null,
        unknown: ['return=all', 'params=single-object', 'max-affected=many', 'timezone=', 'x'],
      },
    ],
    ['__proto__=x, constructor=y, unknown=z', { unknown: ['__proto__=x', 'constructor=y', 'unknown=z'] }],
  ])('%s', (header, expected) => expect(parsePreferences(header)).toMatchObject(expected));

  test('means the same the second time', () => {
    const first = parsePreferences('count=exact');
    expect(parsePreferences('count=exact')).toEqual(first);
    expect(parsePreferences(undefined).count).toBeNull();
  });
});
