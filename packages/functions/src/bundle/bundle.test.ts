import { describe, expect, test } from 'vitest';
import { type Bundle, BundleError, checkBundle, digestOf } from './bundle.ts';

const bundle = (
  paths: readonly string[],
  entrypoint = paths[0] ?? '',
  importMap: string | null = null,
): Bundle => ({
  files: paths.map((path) => ({ path, bytes: Buffer.from(`// ${path}`) })),
  entrypoint,
  importMap,
});
const problemOf = (given: Bundle): string => {
  try {
    checkBundle(given);
  } catch (error) {
    if (error instanceof BundleError) return error.message;
    throw error;
  }
  return '';
};

describe('a bundle', () => {
  test('is taken with paths as clients send them, and with the import map beside its entrypoint', () => {
    const checked = checkBundle(
      bundle(
        [
          './supabase/functions/a/index.ts',
          'supabase/functions/a/deno.json',
          '/supabase/functions/_shared/x.ts',
        ],
        'file:///supabase/functions/a/index.ts',
      ),
    );
    expect(checked.files.map(({ path }) => path)).toEqual([
      'supabase/functions/_shared/x.ts',
      'supabase/functions/a/deno.json',
      'supabase/functions/a/index.ts',
    ]);
    expect(checked).toMatchObject({
      entrypoint: 'supabase/functions/a/index.ts',
      importMap: 'supabase/functions/a/deno.json',
    });
  });

  test.each([
    [bundle([]), 'There are no files'],
    [bundle(['../a.ts']), '../a.ts'],
    [bundle(['a/../../b.ts']), 'a/../../b.ts'],
    [bundle(['a//b.ts']), 'a//b.ts'],
    [bundle(['a\\b.ts']), 'is no path'],
    [bundle(['a\u0000.ts']), 'is no path'],
    [bundle(['a\ud800.ts']), 'is no path'],
    [bundle([`${'x'.repeat(256)}.ts`]), 'too long'],
    [bundle(['a.ts', './a.ts']), 'is there twice'],
    [bundle(['a', 'a/b.ts']), 'is a file and a folder'],
    [bundle(['a.ts'], 'b.ts'), 'none of the files: a.ts'],
    [bundle(['a.ts'], 'a.ts', 'map.json'), 'The import map map.json'],
    [bundle(Array.from({ length: 1_001 }, (_, number) => `${number}.ts`)), '1001 files'],
    [{ ...bundle(['a.ts']), files: [{ path: 'a.ts', bytes: Buffer.alloc(20_000_001) }] }, '20.0 MB'],
  ])('is refused with what is wrong with it (%#)', (given, problem) => {
    expect(problemOf(given)).toContain(problem);
  });

  test('has one digest whatever the order of its files, and another one for other content or another entrypoint', () => {
    const digest = (given: Bundle) => digestOf(checkBundle(given));
    const usual = digest(bundle(['a.ts', 'b.ts'], 'a.ts'));
    expect(digest(bundle(['b.ts', 'a.ts'], 'a.ts'))).toBe(usual);
    const others = [
      bundle(['a.ts', 'b.ts'], 'b.ts'),
      bundle(['a.ts', 'c.ts'], 'a.ts'),
      bundle(['a.ts'], 'a.ts'),
      // The end of one file must not be taken for the beginning of the next.
      {
        ...bundle([]),
        entrypoint: 'a.ts',
        files: [{ path: 'a.ts', bytes: Buffer.from('// a.ts\n"b.ts" 7\n// b.ts') }],
      },
    ];
    expect(new Set([usual, ...others.map(digest)]).size).toBe(5);
  });
});
