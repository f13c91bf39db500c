import { useTestCluster } from '@basalt/clusters/testing';
import { QueryError } from '@basalt/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromDatabaseError, RestError } from '../errors/index.ts';
import type { Condition, FieldPath, ReadLevel, SelectItem, Test } from '../request/read-plan.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { compileRequest } from './compile-request.ts';
import { jsonBody, NO_PREFERENCES, requestWith } from './hostile-requests-for-test.ts';
import { ARGUMENT, FUNCTION, HOSTILE_SCHEMA } from './hostile-schema-for-test.ts';
import { NASTY } from './hostile-texts-for-test.ts';
import { openTestRest, type TestRest } from './rest-for-test.ts';

const cluster = useTestCluster();
let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest(cluster, HOSTILE_SCHEMA, { inForce: { aggregatesEnabled: true } });
});
afterAll(() => rest?.close());

/** Any text, mostly a nasty one. Without NUL. */
const hostileText = fc
  .oneof(
    { weight: 5, arbitrary: fc.constantFrom(...NASTY) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.constantFrom(...NASTY.slice(0, -9)), { maxLength: 5 })
        .map((parts) => parts.join('')),
    },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  )
  .map((text) => text.replaceAll('\0', ''));

/** The same as a name: seldom empty or with a NUL. */
const hostileName = fc.oneof(
  { weight: 80, arbitrary: hostileText.map((text) => text || 'x') },
  { weight: 1, arbitrary: fc.constantFrom('', 'a\0b') },
);

/** The same as a value: seldom with a NUL. */
const hostileValue = fc.oneof(
  { weight: 80, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constant('a\0b') },
);

const usual = <T>(common: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: common }, { weight: 1, arbitrary: odd });
const none = fc.constant(null);
const alias = fc.option(hostileName);
const cast = usual<string | null>(fc.constantFrom(null, null, 'text'), hostileName);

const step = fc.oneof(
  fc.record({ kind: fc.constant('key' as const), key: hostileName, asText: fc.boolean() }),
  fc.record({ kind: fc.constant('index' as const), index: fc.integer(), asText: fc.boolean() }),
);
const field: fc.Arbitrary<FieldPath> = fc.oneof(
  fc.record({ name: usual(fc.constantFrom('text', 'id', 'tags'), hostileName), steps: fc.constant([]) }),
  fc.record({ name: fc.constantFrom('data', 'tags'), steps: fc.array(step, { maxLength: 2 }) }),
);

const test = fc.oneof(
  fc.record({
    operator: fc.constantFrom('eq', 'neq', 'gt', 'like', 'ilike', 'match', 'imatch'),
    quantifier: fc.constantFrom(null, 'any', 'all'),
    value: hostileValue,
  }),
  fc.record({ operator: fc.constantFrom('isdistinct', 'cs', 'cd', 'ov', 'sl', 'adj'), value: hostileValue }),
  fc.record({ operator: fc.constant('in'), values: fc.array(hostileValue, { maxLength: 3 }) }),
  fc.record({ operator: fc.constant('is'), value: fc.constantFrom('null', 'true', 'unknown') }),
  fc.record({
    operator: fc.constantFrom('fts', 'plfts', 'wfts'),
    language: fc.option(hostileName),
    value: hostileValue,
  }),
) as fc.Arbitrary<Test>;
const condition: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant('test'),
  negated: fc.boolean(),
  field,
  test,
});
const group: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constantFrom('and', 'or'),
  negated: fc.boolean(),
  conditions: fc.array(condition, { maxLength: 2 }),
});

const selectItem: fc.Arbitrary<SelectItem> = fc.oneof(
  fc.record({ kind: fc.constant('field'), field, alias, cast, aggregate: none }),
  fc.record({
    kind: fc.constant('field'),
    field,
    alias,
    cast,
    aggregate: fc.record({ name: fc.constantFrom('max', 'count'), cast }),
  }),
  fc.record({
    kind: fc.constant('embed'),
    name: usual(fc.constantFrom('items', 'parent_id'), hostileName),
    alias,
    hint: usual<string | null>(none, hostileName),
    join: fc.constantFrom(null, 'inner'),
    spread: fc.boolean(),
    level: fc.record({
      select: fc.array(fc.record({ kind: fc.constant('field'), field, alias, cast, aggregate: none }), {
        maxLength: 2,
      }),
      where: fc.array(condition, { maxLength: 1 }),
      order: fc.constant([]),
      limit: fc.option(fc.nat()),
      offset: fc.nat(),
    }),
  }),
);
const order = fc.record({
  embed: usual<string | null>(none, hostileName),
  field,
  direction: fc.constantFrom(null, 'desc'),
  nulls: none,
});
const level: fc.Arbitrary<ReadLevel> = fc.record({
  select: fc.array(selectItem, { maxLength: 3 }),
  where: fc.array(fc.oneof(condition, group), { maxLength: 2 }),
  order: fc.array(order, { maxLength: 1 }),
  limit: fc.option(fc.nat()),
  offset: fc.nat(),
}) as fc.Arbitrary<ReadLevel>;

const keys = fc.array(usual(fc.constantFrom('id', 'text'), hostileName), { minLength: 1, maxLength: 3 });
const values = fc.record({ text: hostileValue, data: hostileValue });
const reads = level.map((read) => requestWith({ read }));
const changes = fc
  .tuple(
    level,
    fc.constantFrom('PATCH', 'DELETE', 'POST'),
    usual<Record<string, string>>(values, fc.dictionary(hostileName, hostileValue, { maxKeys: 2 })),
  )
  .map(([read, method, row]) => requestWith({ method, read, body: jsonBody([{ id: 77, ...row }]) }));
const upserts = fc.tuple(keys, keys, values).map(([columns, onConflict, row]) =>
  requestWith({
    method: 'POST',
    columns,
    onConflict,
    preferences: { ...NO_PREFERENCES, resolution: 'merge-duplicates', missing: 'default' },
    body: jsonBody([{ id: 77, ...row }]),
  }),
);
const calls = fc
  .tuple(
    usual(fc.constant(FUNCTION), hostileName),
    usual(fc.constant(ARGUMENT), hostileName),
    hostileValue,
    hostileValue,
  )
  .map(([name, argument, value, list]) =>
    requestWith({
      resource: { kind: 'function', name },
      queryArguments: [
        { name: argument, value },
        { name: 'more', value: list },
      ],
    }),
  );
const elsewhere = fc.oneof(
  hostileName.map((name) => requestWith({ resource: { kind: 'relation', name } })),
  hostileName.map((schema) => requestWith({ schema })),
  hostileName.map((timezone) => requestWith({ preferences: { ...NO_PREFERENCES, timezone } })),
);

/** Requests with a hostile text in any place there is. The relation `items` and the function of `calls` must exist. */
const hostilePlan: fc.Arbitrary<RestRequest> = fc.oneof(
  { weight: 6, arbitrary: reads },
  { weight: 3, arbitrary: changes },
  { weight: 2, arbitrary: upserts },
  { weight: 2, arbitrary: calls },
  { weight: 1, arbitrary: elsewhere },
);

const hostileObject = fc
  .dictionary(hostileText, hostileText, { maxKeys: 2 })
  .map((object) => JSON.stringify(object));

/** And with one in what the request says about itself. */
const hostileContext = fc.record({
  role: usual(fc.constant('service_role'), hostileName),
  claimsJson: hostileText.map((text) => JSON.stringify({ text })),
  subject: hostileText,
  headersJson: hostileObject,
  cookiesJson: hostileObject,
  path: hostileText,
});

it('does what a hostile plan says or refuses it, and runs nothing that is hidden in it', {
  timeout: 300_000,
}, async () => {
  let reached = 0;
  const property = fc.asyncProperty(hostilePlan, hostileContext, async (plan, context) => {
    try {
      const compiled = compileRequest(plan, rest.cache, context.role);
      reached += 1;
      await rest.run({ ...compiled, rollBack: !compiled.readOnly }, { ...context, method: plan.method });
    } catch (error) {
      const known = error instanceof QueryError ? fromDatabaseError(error, { anonymous: false }) : error;
      if (!(known instanceof RestError) || known.status >= 500) throw error;
      // A write in a read would be code that ran; a syntax error is a name that was not quoted.
      if (known.code === '25006') throw error;
      if (known.code === '42601' && !known.message.includes('in tsquery')) throw error;
    }
  });
  await fc.assert(property, { numRuns: 1500 });
  // Most must come as far as the database, or this shows nothing.
  expect(reached).toBeGreaterThan(750);
  expect((await rest.ask('GET /canary')).data).toEqual([]);
  expect((await rest.ask('GET /items?select=id&order=id')).data).toEqual([{ id: 1 }, { id: 2 }]);
});
