import { expect, test } from 'vitest';
import { errorPlace } from './error-place.ts';

test.each([
  [
    "The module's source code could not be parsed: Expected ',', got '}' at index.ts:2:44\n\n  x",
    ['index.ts'],
    { path: 'index.ts', line: 2 },
  ],
  [
    'Module not found "missing.ts".\n    at lib/a%20b.ts:7:22',
    ['index.ts', 'lib/a b.ts'],
    { path: 'lib/a b.ts', line: 7 },
  ],
  ['Import failed (file:///index.ts:12:1)', ['index.ts'], { path: 'index.ts', line: 12 }],
  ['Failed at https://esm.sh/x.ts:1:2, then at index.ts:3:4', ['index.ts'], { path: 'index.ts', line: 3 }],
  ['at other.ts:1:1', ['index.ts'], null],
  ['The files have 25.0 MB together', ['index.ts'], null],
  ['at %zz.ts:1:1', ['%zz.ts'], { path: '%zz.ts', line: 1 }],
])('finds the place in %j', (message, paths, place) => expect(errorPlace(message, paths)).toEqual(place));
