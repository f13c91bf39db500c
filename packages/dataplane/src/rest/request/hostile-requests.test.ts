import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RestError } from '../errors/rest-error.ts';
import { parseOrder } from './parse-fields.ts';
import { parseFilter, parseLogic } from './parse-filters.ts';
import { parseRestRequest } from './parse-rest-request.ts';
import { parseSelect } from './parse-select.ts';

// Characters that mean something in the language, mixed with those that mean something elsewhere.
const marks = [
  ...'.,:()"\\!*{}[]->&=%+; \t\'`$@',
  '->',
  '->>',
  '::',
  '...',
  '%00',
  '%ff',
  '%F0%9F',
  'é',
  '\u{1f701}',
  '\0',
  '\ud800',
];
const words = [
  'select',
  'order',
  'limit',
  'offset',
  'and',
  'or',
  'not',
  'eq',
  'in',
  'is',
  'null',
  'like',
  'fts',
  'count',
  'sum',
  'a',
  'rel',
  '1',
  '-1',
  'inner',
  'asc',
];
const soup = fc.array(fc.constantFrom(...marks, ...words), { maxLength: 30 }).map((parts) => parts.join(''));
const hostile = fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));

/** Runs it; anything but a RestError with a status of a client's fault is a defect. */
function outcome<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.status).toBeLessThan(500);
    expect(error.message.length).toBeLessThan(1000);
    return null;
  }
}

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'BREW');
const paths = fc.constantFrom('/', '/items', '/rpc/f', '/rpc/', '/%ff', '/a/b');
const names = fc.constantFrom(
  'select',
  'order',
  'limit',
  'offset',
  'and',
  'or',
  'not.or',
  'columns',
  'on_conflict',
  'id',
  'rel.id',
  'rel.order',
  'rel.limit',
);

describe('whatever comes in is read or refused', () => {
  test('as query string', () => {
    fc.assert(
      fc.property(
        methods,
        paths,
        fc.array(fc.tuple(fc.oneof(names, hostile), hostile), { maxLength: 6 }),
        (method, path, pairs) => {
          const query = pairs.map(([name, value]) => `${name}=${value}`).join('&');
          outcome(() => parseRestRequest({ method, url: `${path}?${query}`, headers: {}, body: null }));
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('as headers and body', () => {
    const types = fc.constantFrom(
      'application/json',
      'text/csv',
      'application/x-www-form-urlencoded',
      'text/plain',
      'x/y',
      ';',
      '',
    );
    fc.assert(
      fc.property(
        methods,
        paths,
        types,
        hostile,
        hostile,
        hostile,
        fc.uint8Array({ maxLength: 60 }),
        hostile,
        (method, path, type, accept, prefer, range, bytes, text) => {
          for (const body of [Buffer.from(bytes), Buffer.from(text)])
            outcome(() =>
              parseRestRequest({
                method,
                url: path,
                headers: { accept, prefer, range, 'content-type': type, 'accept-profile': text },
                body,
              }),
            );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('as any one part of the language', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        outcome(() => parseSelect(text));
        outcome(() => parseOrder(text));
        outcome(() => parseLogic('and', false, text));
        outcome(() => parseFilter('a', text));
        outcome(() => parseFilter(text, 'eq.1'));
      }),
      { numRuns: 3000 },
    );
  });
});

/** As clients quote: a backslash before `"` and `\`. */
const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const anyText = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((text) => !text.includes('\0') && text.isWellFormed());
const anyName = anyText.filter((name) => name !== '');

describe('what is quoted comes through unchanged', () => {
  test('names in select, with alias and path', () => {
    fc.assert(
      fc.property(anyName, anyName, anyName, (alias, name, key) => {
        expect(
          parseSelect(`${quote(alias)}:${quote(name)}->${quote(key)},${quote(name)}(${quote(key)})`),
        ).toMatchObject([
          { kind: 'field', alias, field: { name, steps: [{ kind: 'key', key, asText: false }] } },
          { kind: 'embed', name, level: { select: [{ field: { name: key } }] } },
        ]);
      }),
    );
  });

  test('names in order, columns and filters', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const query = new URLSearchParams({
          order: `${quote(a)}.desc,${quote(b)}`,
          columns: `${quote(a)},${quote(b)}`,
          [quote(a)]: 'eq.1',
        });
        const parsed = parseRestRequest({ method: 'GET', url: `/t?${query}`, headers: {}, body: null });
        expect(parsed.read.order.map(({ field }) => field.name)).toEqual([a, b]);
        expect(parsed.columns).toEqual([a, b]);
        expect(parsed.read.where).toMatchObject([{ field: { name: a } }]);
      }),
    );
  });

  test('values in lists and logic trees; a plain filter needs no quotes at all', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 5 }), (values) => {
        const [first = ''] = values;
        const list = `(${values.map(quote).join(',')})`;
        const query = new URLSearchParams([
          ['a', `in.${list}`],
          ['or', `(a.in.${list},b.eq.${quote(first)})`],
          ['b', `eq.${first}`],
        ]);
        const { read } = parseRestRequest({ method: 'GET', url: `/t?${query}`, headers: {}, body: null });
        expect(read.where).toMatchObject([
          { test: { operator: 'in', values } },
          { kind: 'or', conditions: [{ test: { values } }, { test: { operator: 'eq', value: first } }] },
          { test: { operator: 'eq', value: first } },
        ]);
      }),
    );
  });
});

test.each([
  ['braces that never close', '(a.eq.{'.repeat(9000)],
  ['braces that close too late', `(${'a.eq.{,'.repeat(1999)}a.eq.{${'}'.repeat(2000)}x)`],
  ['parentheses', '('.repeat(60_000)],
  ['quotes that never close', `in.(${'",'.repeat(30_000)}`],
  ['dots', 'a.'.repeat(30_000)],
])('a long text of %s is refused by every reader', (_what, text) => {
  const readers: (() => unknown)[] = [
    () => parseLogic('or', false, text),
    () => parseFilter('a', text),
    () => parseSelect(text),
    () => parseOrder(text),
    () => parseFilter(text, 'eq.1'),
  ];
  for (const read of readers) expect(outcome(read)).toBeNull();
});
