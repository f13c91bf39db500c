import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_KEYS } from '../limits.ts';
import { type JsonOutline, outlineJson } from './outline-json.ts';

const outline = (text: string) => outlineJson(Buffer.from(text));

/** The same by the long way: as JavaScript values. Null for what is no JSON. */
function byParsing(text: string): JsonOutline | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const keysOf = (one: unknown) => (isObject(one) ? Object.keys(one).sort() : []);
  if (!Array.isArray(value))
    return isObject(value)
      ? { shape: 'object', keys: keysOf(value), rows: 1, allObjects: true, alike: true }
      : { shape: 'other', keys: [], rows: 0, allObjects: false, alike: false };
  const allObjects = value.every(isObject);
  const keys = JSON.stringify(keysOf(value[0]));
  const alike = allObjects && value.every((one) => JSON.stringify(keysOf(one)) === keys);
  return { shape: 'array', keys: keysOf(value[0]), rows: value.length, allObjects, alike };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byWalking(text: string): JsonOutline | null {
  try {
    const found = outline(text);
    return { ...found, keys: [...found.keys].sort() };
  } catch (error) {
    expect(error).toMatchObject({ status: 400, code: 'PGRST102' });
    return null;
  }
}

const key = fc.oneof(
  fc.constantFrom('a', 'b', '__proto__', '1', '"', '\\', '\n', 'é', '\u{1f701}', '\\u0061'),
  fc.string(),
);
const row = fc.dictionary(key, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(0, -1.5e-7, 1e21)), {
  maxKeys: 3,
});
const space = fc.constantFrom(undefined, 1, '\t');
const json = fc.oneof(
  fc
    .tuple(fc.array(row, { maxLength: 4 }), space)
    .map(([rows, indent]) => JSON.stringify(rows, null, indent)),
  fc
    .tuple(row, fc.nat({ max: 4 }), space)
    .map(([one, count, indent]) => JSON.stringify(Array(count).fill(one), null, indent)),
  row.map((one) => JSON.stringify(one)),
  fc.json(),
);
const piece = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u00e',
    '\\ud800',
    '0',
    '01',
    '-',
    '.',
    'e',
    '1e5',
    'nul',
    'true',
  ],
  ...[
    'null',
    ' ',
    '\n',
    '\u00a0',
    '\ufeff',
    '\u0000',
    '\u001f',
    '\u007f',
    '/',
    "'",
    '"a":1',
    '{"a":1},',
    'é',
  ],
);

test('agrees with JSON.parse about what is JSON, and with counting by hand about its rows', () => {
  let valid = 0;
  const check = (text: string) => {
    // V8 confuses keys like `"` with `\\` once it has seen an object with the latter: no measure to go by.
    if (/\\\\|\\u005c/i.test(text) || !text.isWellFormed()) return;
    const expected = byParsing(text);
    expect(byWalking(text), text).toEqual(expected);
    if (expected !== null) valid += 1;
  };
  fc.assert(
    fc.property(json, fc.nat(), fc.nat({ max: 3 }), piece, (text, place, drop, inserted) => {
      check(text);
      const at = place % (text.length + 1);
      check(text.slice(0, at) + inserted + text.slice(at + drop));
    }),
    { numRuns: 3000 },
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => check(pieces.join(''))),
    { numRuns: 3000 },
  );
  expect(valid).toBeGreaterThan(1500);
});

test.each([
  ['[{"a":1,"b":2},{"b":1,"a":2}]', true],
  ['[{"a":1},{"\\u0061":2}]', true],
  ['[{"\\u0061":1},{"a":2}]', true],
  ['[{"\\\\":1},{"\\u005c":2}]', true],
  ['[{"\\\\":1},{"\\"":2}]', false],
  ['[{"a":1,"a":2,"b":3},{"b":1,"a":2}]', true],
  ['[{"a":1,"b":3},{"a":1,"a":2}]', false],
  ['[{"a":1},{"a":2,"b":1}]', false],
  ['[{"a":1,"b":1},{"a":2}]', false],
  ['[{},{"a":2}]', false],
])('%s: alike %s', (text, alike) => expect(outline(text)).toMatchObject({ alike }));

test('of an object with more keys than anything can take, some are enough', () => {
  const wide = Object.fromEntries(Array.from({ length: MAX_KEYS + 500 }, (_, index) => [`k${index}`, index]));
  for (const text of [JSON.stringify(wide), JSON.stringify([wide, wide])])
    expect(outline(text).keys).toHaveLength(MAX_KEYS);
});
