import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useTestCluster } from '@basalt/clusters/testing';
import { createOutgoing, NOTHING_ALLOWED, type Outgoing, REAL_CLOCK, readAllowed } from '@basalt/network';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPlatform } from '../backups/platform-for-test.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { refreshKeys } from './keep-keys.ts';
import { resolveKeys } from './resolve-keys.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openTestPlatform>>;
let project: ProjectRow;
const outgoing = createOutgoing({ allowed: readAllowed('127.0.0.1') });

/** An issuer, as the world has them. */
let published: unknown;
let named: string;
let origin: string;
const server = createServer((request, response) => {
  if (request.url === '/.well-known/openid-configuration')
    response.end(JSON.stringify({ issuer: named, jwks_uri: `${origin}/keys` }));
  else if (request.url === '/keys') response.end(JSON.stringify(published));
  else response.writeHead(404).end();
});

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
  project = await platform.insertProject();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  named = origin;
});
afterAll(async () => {
  server.close();
  await platform.db.destroy();
});

const newKey = async (kid: string): Promise<{ whole: JWK; public: JWK }> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const { kty, n, e } = await exportJWK(publicKey);
  return {
    whole: { ...(await exportJWK(privateKey)), kid, use: 'sig' },
    public: { kty, n, e, kid } as JWK,
  };
};
const byIssuer = () => ({ oidc_issuer_url: origin, jwks_url: null, custom_jwks: null });
const at = (jwks_url: string) => ({ oidc_issuer_url: null, jwks_url, custom_jwks: null });

test('keys are found by the description of an issuer, and only what is public and signs is kept of them', async () => {
  const key = await newKey('one');
  published = {
    keys: [
      key.whole,
      { kty: 'oct', k: 'c2VjcmV0' },
      { ...key.public, use: 'enc' },
      { kty: 'EC', crv: 'P-256' },
    ],
  };
  expect(await resolveKeys(byIssuer(), outgoing)).toEqual({ keys: [key.public] });
});

test.each<[string, () => { source: object; by?: Outgoing; issuer?: string; keys?: unknown }, RegExp]>([
  [
    'who names another issuer',
    () => ({ source: byIssuer(), issuer: 'https://other.example.com' }),
    /calls itself/,
  ],
  ['who has no keys', () => ({ source: byIssuer(), keys: { keys: [] } }), /no public key/],
  ['who has something else', () => ({ source: byIssuer(), keys: null }), /no public key/],
  ['who is not there', () => ({ source: at(`${origin}/nothing`) }), /answers 404/],
  [
    'who is in this network',
    () => ({
      source: at(`${origin}/keys`),
      by: createOutgoing({ allowed: NOTHING_ALLOWED, clock: { ...REAL_CLOCK, hold: async () => {} } }),
    }),
    /could not be asked/,
  ],
])('%s is refused with what is wrong', async (_, prepare, message) => {
  const {
    source,
    by = outgoing,
    issuer = origin,
    keys = { keys: [(await newKey('one')).public] },
  } = prepare();
  [named, published] = [issuer, keys];
  await expect(resolveKeys(source as ReturnType<typeof at>, by)).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching(message),
  });
  named = origin;
});

test('keys are read anew, and the former ones hold while nobody answers', async () => {
  const [first, second] = [await newKey('first'), await newKey('second')];
  const { id } = await platform.db
    .insertInto('third_party_auth')
    .values({
      project_id: project.id,
      oidc_issuer_url: origin,
      resolved_jwks: JSON.stringify({ keys: [first.public] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const warnings: string[] = [];
  const refresh = async () => {
    await refreshKeys({
      db: platform.db,
      outgoing,
      log: (_level, _context, message) => warnings.push(message),
    });
    const row = await platform.db
      .selectFrom('third_party_auth')
      .select(['resolved_jwks', 'tried_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.resolved_jwks;
  };
  const wait = () =>
    sql`update third_party_auth set tried_at = now() - interval '11 minutes'`.execute(platform.db);

  published = { keys: [second.whole] };
  expect(await refresh()).toEqual({ keys: [first.public] });
  await wait();
  expect(await refresh()).toEqual({ keys: [second.public] });
  published = 'nothing that is a set of keys';
  await wait();
  expect(await refresh()).toEqual({ keys: [second.public] });
  expect(warnings).toHaveLength(1);
});
