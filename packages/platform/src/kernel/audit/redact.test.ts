import type { contract } from '@basalt/contract';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { contractRoutes, mayChange } from './changing-routes.ts';
import { NAMES, redact } from './redact.ts';
import { requestOf } from './request-of.ts';

const CANARY = 'c4n4ry';

/** A value of a schema with a canary in every free text, and in every key that people choose. */
function filled(schema: z.core.$ZodType, depth = 0): unknown {
  const def = schema._zod.def as z.core.$ZodTypeDef & Record<string, unknown>;
  const inner = (key: string) => filled(def[key] as z.core.$ZodType, depth + 1);
  if (depth > 12) return null;
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def.shape as Record<string, z.core.$ZodType>).map(([key, part]) => [
        key,
        filled(part, depth + 1),
      ]),
    );
  if (def.type === 'array') return [inner('element')];
  if (def.type === 'record' || def.type === 'unknown' || def.type === 'any') return { [CANARY]: CANARY };
  if (def.type === 'pipe') return inner('in');
  if (def.type === 'union')
    return filled((def.options as z.core.$ZodType[])[0] as z.core.$ZodType, depth + 1);
  if (def.type === 'intersection') return { ...(inner('left') as object), ...(inner('right') as object) };
  if ('innerType' in def) return inner('innerType');
  if (def.type === 'enum') return Object.values(def.entries as Record<string, string>)[0];
  if (def.type === 'number') return 7;
  if (def.type === 'boolean') return true;
  return `${CANARY} '${CANARY}'`;
}

/** The fields at any depth whose value holds a canary. */
function leaks(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return value.includes(CANARY) ? [field] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => leaks(item, field));
  return Object.entries(value).flatMap(([key, part]) => [
    ...(key.includes(CANARY) ? [`a key of ${field}`] : []),
    ...leaks(part, key),
  ]);
}

it('keeps free text of no route but in fields that name something, and no key that people choose', () => {
  const routes = [...contractRoutes().values()].filter(mayChange);
  expect(routes.length).toBeGreaterThan(100);
  const shown = routes.flatMap(({ inputSchema, ...route }) =>
    inputSchema === undefined ? [] : leaks(requestOf({ ...route, inputSchema }, filled(inputSchema))),
  );
  const SQL = ['query', 'command', 'definition', 'check', 'using', 'expression'];
  expect([...new Set(shown)].filter((field) => !NAMES.has(field) && !SQL.includes(field))).toEqual([]);
});

it('counts no secret among the fields that name something', () => {
  expect(
    [...NAMES].filter((name) => /pass|secret|token|otp|jwt|hash|^key$|code|uri$|body|value/i.test(name)),
  ).toEqual([]);
});

it('hides passwords, keys, tokens and values, wherever they are sent', () => {
  const secrets: [keyof typeof contract, string, Record<string, unknown>][] = [
    ['accounts', 'signIn', { email: 'a@example.com', password: CANARY }],
    ['accounts', 'changePassword', { current_password: CANARY, password: CANARY }],
    ['vault', 'create', { ref: 'a', name: 'n', secret: CANARY, description: CANARY }],
    ['functionSecrets', 'set', { ref: 'a', body: [{ name: 'N', value: CANARY }] }],
    ['assistantProvider', 'set', { slug: 's', provider: 'openai', model: 'm', api_key: CANARY }],
    ['authConfig', 'v1Update', { ref: 'a', smtp_pass: CANARY, hook_send_sms_secrets: CANARY }],
    ['schemaChanges', 'createRole', { ref: 'a', name: 'r', password: CANARY }],
    ['signingKeys', 'v1Create', { ref: 'a', private_jwk: { kty: 'oct', k: CANARY } }],
    ['database', 'v1Query', { ref: 'a', query: `alter role r password '${CANARY}' -- ${CANARY}` }],
    ['tableRows', 'save', { ref: 'a', id: 1, changes: [{ kind: 'insert', values: { x: CANARY } }] }],
  ];
  for (const [group, name, input] of secrets) {
    const route = [...contractRoutes().values()].find((one) => one.name === `${group}.${name}`);
    if (route === undefined) throw new Error(`There is no route ${group}.${name}.`);
    expect(JSON.stringify(requestOf(route, input)), route.name).not.toContain(CANARY);
  }
});

it('keeps nothing that a database could not store', () => {
  const name = 'a\0b\ud800 \\u0000';
  expect(redact(undefined, { name, '\0': 1 })).toEqual({ name: 'ab\ufffd \\u0000', '': 1 });
});

it('shows what changed: numbers, switches, choices and names', () => {
  const schema = z.object({
    name: z.string(),
    kind: z.string(),
    mode: z.enum(['on', 'off']),
    size: z.number(),
    note: z.string().optional(),
    nested: z.object({ enabled: z.boolean() }),
  });
  const given = { name: 'Quarry', mode: 'on', size: 3, note: 'my own', nested: { enabled: true } };
  expect(redact(schema, given)).toEqual({ ...given, note: '[hidden]' });
  expect(redact(undefined, { query: "update t set a = 'x'" })).toEqual({ query: "update t set a = '…'" });
});
