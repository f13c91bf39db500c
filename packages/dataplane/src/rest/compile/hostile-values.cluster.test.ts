import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Condition, FieldPath, SelectItem } from '../request/read-plan.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { compileRequest } from './compile-request.ts';
import { ALL, jsonBody, requestWith } from './hostile-requests-for-test.ts';
import { ARGUMENT, COLUMNS, FUNCTION, HOSTILE_SCHEMA, TABLE } from './hostile-schema-for-test.ts';
import { NASTY } from './hostile-texts-for-test.ts';
import { openTestRest, type TestRest } from './rest-for-test.ts';

const cluster = useTestCluster();
let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest(cluster, HOSTILE_SCHEMA, { inForce: { aggregatesEnabled: true } });
});
afterAll(() => rest?.close());

const slow = { timeout: 300_000 };

// What PostgreSQL stores as it is: no NUL, whole characters.
const storableText = fc
  .oneof(
    fc.constantFrom(...NASTY),
    fc.array(fc.constantFrom(...NASTY.slice(0, -9)), { maxLength: 5 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  .map((text) => text.replaceAll('\0', '').toWellFormed());

const column = (name: string): FieldPath => ({ name, steps: [] });
const shown = (field: FieldPath, alias: string | null = null): SelectItem[] => [
  { kind: 'field', field, alias, cast: null, aggregate: null },
];
const equals = (field: FieldPath, value: string): Condition => ({
  kind: 'test',
  negated: false,
  field,
  test: { operator: 'eq', quantifier: null, value },
});
const oneOf = (field: FieldPath, values: string[]): Condition => ({
  kind: 'test',
  negated: false,
  field,
  test: { operator: 'in', values },
});

async function run(plan: RestRequest): Promise<unknown> {
  const context = {
    role: 'service_role',
    claimsJson: '{}',
    subject: '',
    headersJson: '{}',
    cookiesJson: '{}',
    path: '/',
  };
  const compiled = compileRequest(plan, rest.cache, context.role);
  const { body } = await rest.run(compiled, { ...context, method: plan.method });
  return JSON.parse(body?.toString('utf8') ?? 'null');
}

it('stores and finds any value under any name as it came', slow, async () => {
  const resource = { kind: 'relation' as const, name: TABLE };
  const property = fc.asyncProperty(fc.constantFrom(...COLUMNS), storableText, async (name, value) => {
    const field = column(name);
    const select = shown(field);
    const where = [equals(field, value), oneOf(field, ['other', value])];
    const order = [{ embed: null, field, direction: 'desc' as const, nulls: null }];
    const body = jsonBody([{ [name]: value }]);
    expect(await run(requestWith({ method: 'POST', resource, body, read: { ...ALL, select } }))).toEqual([
      { [name]: value },
    ]);
    expect(await run(requestWith({ resource, read: { ...ALL, where, select, order } }))).toEqual([
      { [name]: value },
    ]);
    const changed = await run(
      requestWith({ method: 'PATCH', resource, body: jsonBody([{ plain: value }]), read: { ...ALL, where } }),
    );
    expect(changed).toEqual([expect.objectContaining({ [name]: value, plain: value })]);
    expect(await run(requestWith({ method: 'DELETE', resource, read: { ...ALL, select, where } }))).toEqual([
      { [name]: value },
    ]);
  });
  await fc.assert(property, { numRuns: 150 });
});

it('reaches any JSON key, alias, and argument as it came', slow, async () => {
  const short = storableText.filter((text) => text !== '' && Buffer.byteLength(text) < 64);
  const property = fc.asyncProperty(short, short, storableText, async (key, alias, value) => {
    const data = JSON.stringify({ [key]: { deep: value } });
    await withClient(rest.address, (client) =>
      client.query('update public.items set data = $1 where id = 1', [data]),
    );
    const field: FieldPath = {
      name: 'data',
      steps: [
        { kind: 'key', key, asText: false },
        { kind: 'key', key: 'deep', asText: true },
      ],
    };
    const read = { ...ALL, select: shown(field, alias), where: [equals(field, value)] };
    expect(await run(requestWith({ read }))).toEqual([{ [alias]: value }]);
    const resource = { kind: 'function' as const, name: FUNCTION };
    expect(await run(requestWith({ resource, queryArguments: [{ name: ARGUMENT, value }] }))).toBe(value);
  });
  await fc.assert(property, { numRuns: 100 });
});
