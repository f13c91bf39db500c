import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions, type NamedVersion } from './compare-versions.ts';

async function* inPages<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
  yield [];
}

const versions = fc.array(
  fc.integer({ min: 0, max: 30 }).map((n) => `v${String(n).padStart(2, '0')}`),
  { maxLength: 40 },
);

test('every difference is told once, however the two come in pages', () =>
  fc.assert(
    fc.asyncProperty(versions, versions, fc.integer({ min: 1, max: 7 }), async (kept, named, size) => {
      const files = [...new Set(kept)].sort();
      const rows = ['', ...named].sort().map((version): NamedVersion => ({ version, object: null }));
      const found = await Array.fromAsync(compareVersions(inPages(files, size), inPages(rows, 3)));
      const only = (kind: 'file' | 'row') =>
        found.flatMap((one) =>
          'file' in one ? (kind === 'file' ? [one.file] : []) : kind === 'row' ? [one.row.version] : [],
        );
      expect(only('file')).toEqual(files.filter((file) => !named.includes(file)));
      expect(only('row')).toEqual(rows.map(({ version }) => version).filter((one) => !files.includes(one)));
    }),
  ));
