import { useTestCluster } from '@basalt/clusters/testing';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase(), {
    external_web3_ethereum_enabled: true,
    external_web3_solana_enabled: true,
  });
});
afterEach(() => project.close());

const ethereum = ethereumWallet(7);
const solana = solanaWallet(7);
const PAGE = 'https://app.test/sign-in?from=wallet';

/** A wallet as software: it signs whatever it is asked to. */
function ethereumWallet(seed: number) {
  const secret = new Uint8Array(32).fill(seed);
  const hash = keccak_256(secp256k1.getPublicKey(secret, false).subarray(1));
  const address = `0x${Buffer.from(hash.subarray(-20)).toString('hex')}`;
  const sign = (text: string): string => {
    const bytes = Buffer.from(text);
    const hashed = keccak_256(
      Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]),
    );
    const [recovery = 0, ...rest] = secp256k1.sign(hashed, secret, { prehash: false, format: 'recovered' });
    return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`;
  };
  const request = async ({ method, params }: { method: string; params?: string[] }): Promise<unknown> => {
    if (method === 'eth_requestAccounts') return [address];
    if (method === 'eth_chainId') return '0x1';
    return sign(Buffer.from(params?.[0]?.slice(2) ?? '', 'hex').toString());
  };
  return { address, sign, provider: { address, request, on: () => {}, removeListener: () => {} } };
}

function solanaWallet(seed: number) {
  const secret = new Uint8Array(32).fill(seed);
  const key = ed25519.getPublicKey(secret);
  const address = base58.encode(key);
  const signBytes = (bytes: Uint8Array) => ed25519.sign(bytes, secret);
  return {
    address,
    key,
    signBytes,
    sign: (text: string) => Buffer.from(signBytes(Buffer.from(text))).toString('base64url'),
    provider: {
      publicKey: { toBase58: () => address },
      signMessage: async (bytes: Uint8Array) => signBytes(bytes),
    },
  };
}

function client() {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const { status, body } = await project.call(
      init?.method as 'POST',
      pathname.replace('/auth/v1', '') + search,
      JSON.parse(String(init?.body)),
    );
    return new Response(JSON.stringify(body), { status });
  };
  return createClient('http://api.test', 'key', {
    auth: { autoRefreshToken: false, persistSession: false },
    global: { fetch },
  }).auth;
}

function message(
  changes: Record<string, string | null> = {},
  chain = 'Ethereum',
  domain = 'app.test',
): string {
  const account = chain === 'Ethereum' ? ethereum : solana;
  const fields = {
    URI: PAGE,
    Version: '1',
    'Chain ID': chain === 'Ethereum' ? '1' : 'solana:mainnet',
    Nonce: 'abcdefgh',
    'Issued At': project.now().toISOString(),
    ...changes,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  const heading = `${domain} wants you to sign in with your ${chain} account:`;
  return [heading, account.address, '', 'Hello', '', ...lines].join('\n');
}

const grant = (text: string, signature = ethereum.sign(text), chain = 'ethereum') =>
  project.call('POST', '/token?grant_type=web3', { chain, message: text, signature });
const at = (seconds: number) => new Date(project.now().getTime() + seconds * 1000).toISOString();

describe('the public client', () => {
  const options = () => ({ url: PAGE, signInWithEthereum: { issuedAt: project.now() } });

  it.each([undefined, 'I accept the terms'])('signs in with Ethereum, statement %s', async (statement) => {
    const credentials = {
      chain: 'ethereum' as const,
      ...(statement ? { statement } : {}),
      wallet: ethereum.provider as never,
      options: options() as never,
    };
    const first = await client().signInWithWeb3(credentials);
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [{ provider: 'web3', id: `web3:ethereum:${ethereum.address}` }],
      user_metadata: {
        custom_claims: { address: ethereum.address, chain: 'ethereum', network: '1', domain: 'app.test' },
      },
    });
    project.pass(1);
    const again = await client().signInWithWeb3({ ...credentials, options: options() as never });
    expect(again.data.user?.id).toBe(first.data.user?.id);
  });

  it.each([undefined, 'I accept the terms'])('signs in with Solana, statement %s', async (statement) => {
    const { data, error } = await client().signInWithWeb3({
      chain: 'solana',
      ...(statement ? { statement } : {}),
      wallet: solana.provider as never,
      options: {
        url: PAGE,
        signInWithSolana: { issuedAt: at(0), resources: ['https://app.test/terms'] } as never,
      },
    });
    expect(error).toBeNull();
    expect(data.user?.identities?.[0]?.id).toBe(`web3:solana:${solana.address}`);
    const claims = JSON.parse(
      Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'web3' }] });
  });
});

test('a Ledger signs with a header, of the old and of the new form', async () => {
  const ledger = (text: string, header: readonly number[], chainText = Buffer.from(text)) => {
    const length = [chainText.length & 0xff, chainText.length >> 8];
    const domain = Buffer.from('\xffsolana offchain', 'latin1');
    const signed = Buffer.concat([domain, Buffer.from([...header, ...length]), chainText]);
    return Buffer.from(solana.signBytes(signed)).toString('base64');
  };
  const old = message({}, 'Solana');
  expect((await grant(old, ledger(old, [0, 0]), 'solana')).status).toBe(200);
  const newer = message({ Nonce: 'another-one' }, 'Solana');
  const header = [0, ...new Uint8Array(32), 1, 1, ...solana.key];
  expect((await grant(newer, ledger(newer, header), 'solana')).status).toBe(200);
});

describe('a message', () => {
  it('is good once, also when two arrive at the same moment', async () => {
    const text = message();
    const answers = await Promise.all([grant(text), grant(text), grant(text)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await grant(text)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Signed Ethereum message was used already',
    });
  });

  it.each([
    ['of long ago', () => message({ 'Issued At': at(-601) }), 'was issued too long ago'],
    ['of the future', () => message({ 'Issued At': at(601) }), 'was issued too far in the future'],
    ['that has ended', () => message({ 'Expiration Time': at(0) }), 'is expired'],
    ['that has not begun', () => message({ 'Not Before': at(1) }), 'becomes valid in the future'],
    [
      'for another page',
      () => message({ URI: 'https://evil.test/' }, 'Ethereum', 'evil.test'),
      'was signed for another app',
    ],
    ['with two domains', () => message({}, 'Ethereum', 'evil.test'), 'was signed for another app'],
    ['with another port', () => message({}, 'Ethereum', 'app.test:8443'), 'was signed for another app'],
    [
      'without encryption',
      () => message({ URI: 'http://app.test/' }),
      'is using URI which does not use HTTPS',
    ],
  ])('%s is refused', async (_what, make, why) => {
    const { status, body } = await grant(make());
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_grant', error_description: `Signed Ethereum message ${why}` },
    ]);
  });

  it.each([
    ['nothing', () => ''],
    ['an address of numbers', () => message({}, 'Ethereum', '10.0.0.1')],
    ['a scheme', () => message({}, 'Ethereum', 'https://app.test')],
    ['a field twice', () => `${message()}\nURI: https://app.test/`],
    ['an unknown field', () => message({ Amount: '5' })],
    ['no version', () => message({ Version: null })],
    ['a day for a time', () => message({ 'Issued At': '2031-01-01' })],
    ['no time', () => message({ 'Issued At': null })],
    ['a strange chain', () => message({ 'Chain ID': '0' })],
    ['too much', () => message({ 'Request ID': 'x'.repeat(20_500) })],
    ['the other chain', () => message({}, 'Solana')],
  ])('with %s is none', async (_what, make) => {
    const { status, body } = await grant(make());
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.message).toMatch(/^siwe: /);
  });
});

test('a signature has to be the one of the address', async () => {
  const text = message();
  const own = ethereum.sign(text);
  const solanaText = message({}, 'Solana');
  const smallOrder = message({}, 'Solana').replace(solana.address, base58.encode(new Uint8Array(32)));
  const answers = await Promise.all([
    grant(text, ethereumWallet(8).sign(text)),
    grant(text, ethereum.sign(`${text} `)),
    grant(text, own.slice(0, -2)),
    grant(text, `${own.slice(0, -2)}02`),
    grant(text, `0x${'0'.repeat(130)}`),
    grant(text, `0x${'f'.repeat(130)}`),
    grant(solanaText, solanaWallet(8).sign(solanaText), 'solana'),
    grant(solanaText, 'A'.repeat(86), 'solana'),
    // A point that everybody can sign for, in a check that is not strict.
    grant(smallOrder, Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64'), 'solana'),
  ]);
  for (const { status, body } of answers)
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Signature does not match address in message' },
    ]);
  expect(await project.sql('select 1 from auth.users')).toEqual([]);
});

test('chains are switched on one by one, and asked as often as the settings say', async () => {
  project.settings.external_web3_solana_enabled = false;
  const text = message({}, 'Solana');
  expect((await grant(text, solana.sign(text), 'solana')).body.code).toBe('web3_provider_disabled');
  project.settings.rate_limit_web3 = 1;
  expect((await grant(message())).status).toBe(200);
  expect((await grant(message({ Nonce: 'another-one' }))).body.code).toBe('over_request_rate_limit');
});

test('a banned wallet stays out, and with sign-up off nobody new comes', async () => {
  const { body } = await grant(message());
  await project.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [body.user.id]);
  expect((await grant(message({ Nonce: 'another-one' }))).body.code).toBe('user_banned');
  project.settings.disable_signup = true;
  const text = message({}, 'Solana');
  expect((await grant(text, solana.sign(text), 'solana')).body.code).toBe('signup_disabled');
});
