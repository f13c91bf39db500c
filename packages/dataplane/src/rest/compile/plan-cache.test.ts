import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Condition, FieldPath, OrderTerm, ReadLevel, SelectItem, Test } from '../request/read-plan.ts';
import type { MediaType, RestRequest } from '../request/rest-request.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import { cacheOf, columnOf, relationOf } from '../schema-cache/schema-cache-for-test.ts';
import { compileAnswer } from './compile-request.ts';
import { NO_PREFERENCES, requestWith } from './hostile-requests-for-test.ts';
import { NASTY } from './hostile-texts-for-test.ts';
import { fromPlanCache } from './plan-cache.ts';

const toJson = { schema: 'public', name: 'to_json' };
const color = { toJson, fromJson: null, fromText: { schema: 'public', name: 'from_text' } };
const columns = new Map([
  columnOf('id', 'integer'),
  columnOf('text', 'text'),
  columnOf('tags', 'text[]'),
  columnOf('data', 'jsonb'),
  columnOf('doc', 'tsvector'),
  columnOf('color', 'color', { baseType: 'integer', representation: color }),
  ...['a"b', '2:id', 'id.eq;', "it's"].map((name) => columnOf(name, 'text')),
]);
const newCache = (): SchemaCache =>
  cacheOf({
    relations: [
      relationOf('items', { columns, primaryKey: ['id'] }),
      relationOf('list', { columns, kind: 'view' }),
      relationOf('odd " name', { columns }),
    ],
    settings: { 'pgrst.db_plan_enabled': 'true', 'pgrst.db_aggregates_enabled': 'true' },
  });

/** Few of each kind, so that the same shapes come again with other values. */
const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...columns.keys(), 'unknown') },
  { weight: 1, arbitrary: fc.constantFrom('a\0b', '') },
);
const value = fc.oneof(
  fc.constantFrom('1', '2', '{}', '{{1}}', `${'{'.repeat(7)}1${'}'.repeat(7)}`, '['.repeat(600), 'a\0b'),
  fc.constantFrom(...NASTY),
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('key' as const), key: name, asText: fc.boolean() }),
  fc.record({ kind: fc.constant('index' as const), index: fc.constantFrom(0, -1), asText: fc.boolean() }),
);
const field: fc.Arbitrary<FieldPath> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name, steps: fc.constant([]) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('data'), steps: fc.array(step, { maxLength: 2 }) }) },
);
const test = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      operator: fc.constantFrom('eq', 'neq', 'gt', 'lte', 'like', 'ilike', 'match'),
      quantifier: fc.constantFrom(null, null, null, 'any'),
      value,
    }),
  },
  { weight: 1, arbitrary: fc.record({ operator: fc.constantFrom('cs', 'ov', 'isdistinct'), value }) },
  {
    weight: 1,
    arbitrary: fc.record({ operator: fc.constant('in'), values: fc.array(value, { maxLength: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ operator: fc.constant('is'), value: fc.constantFrom('null', 'not_null') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ operator: fc.constant('fts'), language: fc.constantFrom(null, 'english'), value }),
  },
) as fc.Arbitrary<Test>;
const single: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant('test'),
  negated: fc.boolean(),
  field,
  test,
});
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('and', 'or'),
      negated: fc.boolean(),
      conditions: fc.array(single, { maxLength: 2 }),
    }),
  },
);
const optionalName = fc.constantFrom(null, null, 'x', '-', 'a"b');
const select: fc.Arbitrary<SelectItem> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'star' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('field' as const),
      field,
      alias: optionalName,
      cast: fc.constantFrom(null, null, null, null, 'text', 'text', 'no type!'),
      aggregate: fc.constantFrom(null, null, { name: 'max' as const, cast: null }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      alias: optionalName,
      cast: fc.constantFrom(null, 'text'),
    }),
  },
);
const order: fc.Arbitrary<OrderTerm> = fc.record({
  embed: fc.constantFrom(...Array<null>(9).fill(null), 'items'),
  field,
  direction: fc.constantFrom(null, 'asc', 'desc'),
  nulls: fc.constantFrom(null, 'last'),
});
const rows = fc.constantFrom(0, 1, 2, 999, 1000, 1001, 5000);
const level: fc.Arbitrary<ReadLevel> = fc.record({
  select: fc.oneof(fc.constant([{ kind: 'star' as const }]), fc.array(select, { maxLength: 2 })),
  where: fc.array(condition, { maxLength: 2 }),
  order: fc.oneof(fc.constant([]), fc.array(order, { maxLength: 2 })),
  limit: fc.oneof(fc.constant(null), rows),
  offset: fc.oneof(fc.constant(0), rows),
});
const media: fc.Arbitrary<MediaType> = fc.constantFrom<MediaType>(
  { kind: 'any' },
  { kind: 'json', nullsStripped: true },
  { kind: 'object', nullsStripped: false },
  { kind: 'csv' },
  { kind: 'plan', format: 'json', for: { kind: 'any' }, options: [] },
  { kind: 'other', mediaType: 'no/thing' },
);
const request: fc.Arbitrary<RestRequest> = fc
  .record({
    read: level,
    method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'DELETE'),
    relation: fc.constantFrom(...Array<string>(6).fill('items'), 'list', 'list', 'odd " name', 'missing'),
    count: fc.constantFrom(null, null, null, null, null, 'exact', 'exact', 'planned', 'estimated'),
    accept: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(media, { maxLength: 2 }) },
    ),
  })
  .map(({ read, method, relation, count, accept }) =>
    requestWith({
      read,
      method: method as RestRequest['method'],
      resource: { kind: 'relation', name: relation },
      preferences: { ...NO_PREFERENCES, count: count as RestRequest['preferences']['count'] },
      accept,
    }),
  );

/** What is compiled, or the error. */
function outcomeOf(work: () => { answer: unknown; values: unknown }) {
  try {
    const { answer, values } = work();
    return { answer, values };
  } catch (error) {
    return { error };
  }
}

/** Reads that were not compiled because they were remembered. */
function remembering(requests: readonly RestRequest[]): number {
  const warm = newCache();
  let compiled = 0;
  for (const each of requests) {
    const remembered = outcomeOf(() =>
      fromPlanCache(each, 'public', warm, (...parts) => {
        compiled += 1;
        return compileAnswer(...parts);
      }),
    );
    expect(remembered).toEqual(outcomeOf(() => compileAnswer(each, 'public', newCache())));
  }
  return requests.length - compiled;
}

interface Variation {
  template: number;
  values: readonly string[];
  limit: number;
  offset: number;
  negated: boolean;
  method: 'GET' | 'HEAD';
}
const variation: fc.Arbitrary<Variation> = fc.record({
  template: fc.nat(),
  values: fc.array(value, { minLength: 4, maxLength: 4 }),
  limit: rows,
  offset: rows,
  negated: fc.boolean(),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
});

/** The same request with other values and numbers, or nearly the same. */
function varied(request: RestRequest, { values, limit, offset, negated, method }: Variation): RestRequest {
  let next = 0;
  const vary = (each: Condition): Condition => {
    if (each.kind !== 'test') return { ...each, conditions: each.conditions.map(vary) };
    if (!('value' in each.test) || each.test.operator === 'is') return each;
    next += 1;
    return { ...each, negated, test: { ...each.test, value: values[next % values.length] ?? '' } };
  };
  const { read } = request;
  const where = read.where.map(vary);
  return {
    ...request,
    method,
    read: { ...read, where, limit: read.limit && limit, offset: read.offset && offset },
  };
}

it('gives what is compiled anew, whatever came before', { timeout: 60_000 }, () => {
  let remembered = 0;
  const templates = fc.array(request, { minLength: 1, maxLength: 2 });
  const variations = fc.array(variation, { minLength: 20, maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(templates, variations, (requests, all) => {
      remembered += remembering(
        all.flatMap((each) => varied(requests[each.template % requests.length] ?? requestWith({}), each)),
      );
    }),
    { numRuns: 200 },
  );
  // Or this shows nothing.
  expect(remembered).toBeGreaterThan(500);
});

const byId = (operator: 'eq' | 'gt', given: string): Condition => ({
  kind: 'test',
  negated: false,
  field: { name: 'id', steps: [] },
  test: { operator, quantifier: null, value: given },
});
const reading = (where: readonly Condition[], limit: number | null, offset = 0) =>
  requestWith({ read: { select: [{ kind: 'star' }], where, order: [], limit, offset } });

it('puts every value where it belongs, also when the first request had the same one everywhere', () => {
  const where = (...values: [string, string]) => [byId('gt', values[0]), byId('eq', values[1])];
  expect(remembering([reading(where('5', '5'), 5, 5), reading(where('1', '2'), 3, 4)])).toBe(1);
});

it('compiles anew what has to be looked into', () => {
  const deep = reading([byId('eq', '['.repeat(501))], null);
  expect(remembering([reading([byId('eq', '1')], null), deep, deep])).toBe(0);
});

it('takes no name for the end of another', () => {
  const by = (...names: string[]) =>
    requestWith({
      read: {
        ...reading([], null).read,
        order: names.map((each) => ({
          embed: null,
          field: { name: each, steps: [] },
          direction: null,
          nulls: null,
        })),
      },
    });
  expect(remembering([by('a', 'b.,;c'), by('a.,;b', 'c'), by('a.,;b.,;c'), by('a', 'b', 'c')])).toBe(0);
});

it('knows a long answer from a short one', () => {
  const [short, long] = [reading([byId('gt', '1')], null, 1), reading([byId('gt', '1')], null, 1001)];
  expect(remembering([short, long, short, long])).toBe(2);
});

it('forgets with the state of the database, and what was not used for long', () => {
  const [cache, next] = [newCache(), newCache()];
  let compiled = 0;
  const ask = (of: SchemaCache, each: RestRequest) =>
    fromPlanCache(each, 'public', of, (...parts) => {
      compiled += 1;
      return compileAnswer(...parts);
    });
  const first = reading([byId('eq', '1')], null);
  ask(cache, first);
  ask(cache, first);
  expect(compiled).toBe(1);
  ask(next, first);
  expect(compiled).toBe(2);
  for (let n = 0; n < 500; n++)
    ask(
      cache,
      requestWith({
        read: {
          ...first.read,
          order: [{ embed: null, field: { name: `c${n}`, steps: [] }, direction: null, nulls: null }],
        },
      }),
    );
  ask(cache, first);
  expect(compiled).toBe(503);
});
