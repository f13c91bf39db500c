import { createVerify, X509Certificate } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { arrived } from '../oauth/browser-for-test.ts';
import { OUTGOING_FOR_TEST } from '../outgoing-for-test.ts';
import {
  type IdentityProviderForTest,
  type Said,
  startIdentityProvider,
} from './identity-provider-for-test.ts';

const cluster = useTestCluster();
let idp: IdentityProviderForTest;
let project: AuthProjectForTest;

beforeAll(async () => {
  idp = await startIdentityProvider(() => project.now());
});
afterAll(() => idp.stop());
beforeEach(async () => {
  Object.assign(idp.state, { said: {}, metadata: null, questions: [], fetched: 0 });
  project = await authProjectForTest(
    await cluster.createDatabase(),
    { saml_enabled: true, uri_allow_list: 'https://app.example.com/**' },
    {
      outgoing: {
        ...OUTGOING_FOR_TEST,
        fetch: (url, request, limits) => OUTGOING_FOR_TEST.fetch(idp.reach(url), request, limits),
      },
    },
  );
});
afterEach(() => project.close());

const PROVIDERS = '/admin/sso/providers';
const BASE = 'http://api.test/abcdefghijklmnopqrst/auth/v1/sso/saml';
const add = (body: object = {}) =>
  project.manage('POST', PROVIDERS, {
    type: 'saml',
    metadata_xml: idp.describe(),
    domains: ['Example.com'],
    ...body,
  });
const start = async (body: object = {}) =>
  project.call('POST', '/sso', { domain: 'example.com', skip_http_redirect: true, ...body });
const bring = async (form: URLSearchParams) => {
  const { status, headers } = await project.call('POST', '/sso/saml/acs', `${form}`, {
    key: 'none',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return { status, ...arrived(headers.location ?? '') };
};
/** All of it, as a browser does it. */
const signIn = async (said: Said = {}, body: object = {}) => {
  idp.state.said = said;
  return bring(await idp.visit((await start(body)).body.url));
};

describe('the admin API', () => {
  it('keeps identity providers', async () => {
    const made = await add({ attribute_mapping: { keys: { team: { name: 'dept' } } } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      disabled: false,
      saml: { entity_id: idp.entityId, attribute_mapping: { keys: { team: { name: 'dept' } } } },
      domains: [{ domain: 'example.com' }],
    });
    const { id } = made.body;
    const listed = await project.manage('GET', PROVIDERS);
    expect(listed.body.items).toMatchObject([{ id }]);
    expect(JSON.stringify(listed.body)).not.toContain('IDPSSODescriptor');
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const named = await project.manage('PUT', `${PROVIDERS}/${id}`, {
      resource_id: 'acme',
      name_id_format: format,
    });
    expect(named.body).toMatchObject({
      saml: { name_id_format: format },
      domains: [{ domain: 'example.com' }],
    });
    const cleared = await project.manage('PUT', `${PROVIDERS}/resource_acme`, { domains: [] });
    expect(cleared.body.domains).toEqual([]);
    expect(cleared.body.saml).not.toHaveProperty('name_id_format');
    expect((await project.manage('GET', `${PROVIDERS}?resource_id=ACME`)).body.items).toHaveLength(1);
    expect((await project.manage('GET', `${PROVIDERS}?resource_id_prefix=b`)).body.items).toEqual([]);
    expect((await project.manage('DELETE', `${PROVIDERS}/${id}`)).body).toMatchObject({
      id,
      resource_id: 'acme',
    });
    expect((await project.manage('GET', `${PROVIDERS}/${id}`)).body.code).toBe('sso_provider_not_found');
    expect((await project.call('GET', PROVIDERS)).status).toBe(401);
  });

  it('fetches metadata where they are published, at most from the public internet', async () => {
    const made = await add({ metadata_xml: undefined, metadata_url: idp.metadataUrl });
    expect(made.body.saml).toMatchObject({ entity_id: idp.entityId, metadata_url: idp.metadataUrl });
    const inside = await add({ metadata_xml: undefined, metadata_url: 'https://169.254.169.254/metadata' });
    expect([inside.status, inside.body.code]).toEqual([400, 'saml_metadata_fetch_failed']);
  });

  it.each<[object, number, string]>([
    [{ type: 'oidc' }, 400, 'validation_failed'],
    [{ metadata_xml: undefined }, 400, 'validation_failed'],
    [{ metadata_url: 'https://idp.test/metadata' }, 400, 'validation_failed'],
    [{ metadata_xml: undefined, metadata_url: 'http://idp.test/metadata' }, 400, 'validation_failed'],
    [{ metadata_xml: '<a/>' }, 400, 'validation_failed'],
    [{ metadata_xml: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }, 400, 'validation_failed'],
    [{ metadata_xml: '<a>'.repeat(10_000) }, 400, 'validation_failed'],
    [{ domains: ['https://example.com'] }, 400, 'validation_failed'],
    [{ domains: [7] }, 400, 'validation_failed'],
    [{ attribute_mapping: { keys: { a: 'b' } } }, 400, 'validation_failed'],
    [{ name_id_format: 'mine' }, 400, 'validation_failed'],
  ])('refuses %j', async (changes, status, code) => {
    const answer = await add(changes);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('has each identity provider and each domain once', async () => {
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    const another = idp.describe().replaceAll('/entity"', '/other"');
    expect((await add({ metadata_xml: another })).body.code).toBe('sso_domain_already_exists');
    const [{ id }] = (await project.manage('GET', PROVIDERS)).body.items;
    const moved = await project.manage('PUT', `${PROVIDERS}/${id}`, { metadata_xml: another });
    expect(moved.body.code).toBe('saml_entity_id_mismatch');
  });
});

describe('signing in', () => {
  it('leads to the identity provider with a signed question, and back with a session', async () => {
    const { id } = (
      await add({
        attribute_mapping: { keys: { name: { name: 'cn' }, team: { name: 'dept', array: true } } },
      })
    ).body;
    const back = await signIn(
      { attributes: { mail: ['Ada@Example.com'], cn: ['Ada'], DEPT: ['one', 'two'] }, sessionFor: 600 },
      { redirect_to: 'https://app.example.com/in' },
    );
    expect([back.status, back.address.origin + back.address.pathname]).toEqual([
      302,
      'https://app.example.com/in',
    ]);
    const [question] = idp.state.questions;
    expect(await isSigned(question as URLSearchParams)).toBe(true);
    const token = back.fragment.get('access_token') ?? '';
    const { body } = await project.call('GET', '/user', undefined, { token });
    expect(body).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: `sso:${id}`, providers: [`sso:${id}`] },
      user_metadata: { name: 'Ada', custom_claims: { team: ['one', 'two'] } },
      identities: [{ provider: `sso:${id}`, id: 'ada' }],
    });
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.amr).toMatchObject([{ method: 'sso/saml', provider: id }]);
    expect((await project.call('PUT', '/user', { password: 'another-1' }, { token })).body.code).toBe(
      'user_sso_managed',
    );
    // The session ends when the identity provider says so.
    const refresh = { refresh_token: back.fragment.get('refresh_token') };
    project.pass(700);
    expect((await project.call('POST', '/token?grant_type=refresh_token', refresh)).body.code).toBe(
      'session_expired',
    );
  });

  it('ends with a code where the browser wants one', async () => {
    await add();
    const verifier = 'v'.repeat(43);
    const back = await signIn(
      { sessionFor: 600 },
      { code_challenge: verifier, code_challenge_method: 'plain' },
    );
    const exchange = () =>
      project.call('POST', '/token?grant_type=pkce', {
        auth_code: back.query.get('code'),
        code_verifier: verifier,
      });
    expect((await exchange()).body.user.email).toBe('ada@example.com');
    expect((await exchange()).status).toBe(404);
    expect(await project.sql('select not_after is not null as ends from auth.sessions')).toEqual([
      { ends: true },
    ]);
  });

  it('never leads to an account that is not of the identity provider', async () => {
    await add();
    await project.call('POST', '/signup', { email: 'ada@example.com', password: 'a-password-1' });
    await signIn();
    await signIn({ sign: 'response' });
    const users = await project.sql('select is_sso_user as sso from auth.users order by 1');
    expect(users).toEqual([{ sso: false }, { sso: true }]);
  });

  it('may begin at the identity provider', async () => {
    await add();
    const asked = { id: null, acs: `${BASE}/acs`, audience: `${BASE}/metadata` };
    const form = (relayState: string, said: Said = {}) =>
      new URLSearchParams({ SAMLResponse: idp.answer(asked, said), RelayState: relayState });
    const back = await bring(form('https://app.example.com/start'));
    expect(back.address.pathname).toBe('/start');
    expect(back.fragment.has('access_token')).toBe(true);
    expect((await bring(form('https://evil.test/'))).address.host).toBe(
      new URL(project.settings.site_url).host,
    );
    expect((await bring(form('', { inResponseTo: 'id-made-up' }))).query.get('error_code')).toBe(
      'validation_failed',
    );
  });
});

describe('an assertion that only the project can read', () => {
  const certificate = async () => {
    const { body } = await project.call('GET', '/sso/saml/metadata', undefined, { key: 'none' });
    const [, text = ''] = /use="encryption".*?X509Certificate>([^<]+)</s.exec(body) ?? [];
    return new X509Certificate(Buffer.from(text, 'base64')).toString();
  };

  it.each<Said>([
    { sealedBy: 'aes256-gcm' },
    { sealedBy: 'aes256-cbc' },
    { sealedBy: 'aes256-gcm', sign: 'response' },
  ])('is read: %j', async (said) => {
    await add();
    const back = await signIn({ ...said, sealedFor: await certificate() });
    expect(back.fragment.has('access_token')).toBe(true);
  });

  it.each<Said>([
    { sealedBy: 'rsa-1_5' },
    { sealedBy: 'tripledes-cbc' },
    { sign: 'nothing' },
    { key: 'another' },
    { isWeak: 'hash' },
    { isWeak: 'signature' },
    { audience: 'https://other.example.com/metadata' },
    { inResponseTo: 'id-of-another' },
  ])('is judged like any other, and not sealed in a weak way: %j', async (said) => {
    await add();
    const back = await signIn({ ...said, sealedFor: await certificate() });
    expect([back.status, back.query.get('error_code')]).toEqual([303, 'validation_failed']);
    expect(await project.sql('select 1 from auth.users')).toEqual([]);
  });

  it('and nobody else, nor one of two, nor one that was changed', async () => {
    await add();
    const sealedFor = await certificate();
    const asked = { id: null, acs: `${BASE}/acs`, audience: `${BASE}/metadata` };
    const good = Buffer.from(idp.answer(asked, { sealedFor }), 'base64').toString();
    const [sealed = ''] = /<saml:EncryptedAssertion.*<\/saml:EncryptedAssertion>/s.exec(good) ?? [];
    const [, value = ''] = /<\/ds:KeyInfo>.*CipherValue>([^<]+)</s.exec(sealed) ?? [];
    const problems = [];
    for (const xml of [
      good.replace(sealed, sealed + sealed),
      good.replace(sealed, `<!-- ${sealed} -->${sealed}`),
      good.replace(value, `${value.slice(0, 40)}AAAA${value.slice(44)}`),
      good.replace('<xenc:EncryptedKey>', `<ds:RetrievalMethod URI="#a' or '1'='1"/><xenc:EncryptedKey>`),
      Buffer.from(idp.answer(asked, { sealedFor: idp.certificate }), 'base64').toString(),
    ]) {
      const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
      problems.push((await bring(form)).query.get('error_code'));
    }
    expect(problems).toEqual(Array(5).fill('validation_failed'));
    expect(
      (await bring(new URLSearchParams({ SAMLResponse: Buffer.from(good).toString('base64') }))).status,
    ).toBe(302);
  });
});

describe('what is not believed', () => {
  const evil = { nameId: 'eve', attributes: { mail: ['eve@example.com'] } };

  it.each<[string, Said, string?]>([
    ['no signature', { sign: 'nothing' }],
    ['a signature of somebody else', { key: 'another' }],
    ['a signature by SHA-1', { isWeak: 'signature' }],
    ['a hash by SHA-1', { isWeak: 'hash' }],
    ['another audience', { audience: 'https://other.example.com/metadata' }],
    ['another issuer', { issuer: 'https://other.example.com/idp' }],
    ['another recipient', { recipient: 'https://other.example.com/acs' }],
    ['the answer to another question', { inResponseTo: 'id-of-another' }],
    ['an answer to no question', { inResponseTo: null }],
    ['one that is over', { validFor: -300, issuedAgo: 600 }],
    ['one that was kept', { validFor: 86_400, issuedAgo: 7_200 }],
    ['one from the future', { issuedAgo: -3_600 }],
    [
      'nobody',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      'saml_assertion_no_user_id',
    ],
    ['no address', { attributes: {} }, 'saml_assertion_no_email'],
  ])('%s', async (_what, said, code = 'validation_failed') => {
    await add();
    const back = await signIn(said);
    expect([back.status, back.query.get('error_code')]).toEqual([303, code]);
    expect(back.address.origin).toBe(new URL(project.settings.site_url).origin);
    expect(await project.sql('select 1 from auth.users')).toEqual([]);
  });

  it('an assertion that comes a second time', async () => {
    await add();
    const asked = { id: null, acs: `${BASE}/acs`, audience: `${BASE}/metadata` };
    const form = new URLSearchParams({ SAMLResponse: idp.answer(asked, {}) });
    const both = await Promise.all([bring(form), bring(form)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([302, 303]);
    const begun = await idp.visit((await start()).body.url);
    expect((await bring(begun)).status).toBe(302);
    expect((await bring(begun)).query.get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('a signed assertion that another one is wrapped around', async () => {
    await add();
    const { url } = (await start()).body;
    const form = await idp.visit(url);
    const good = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
    const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(good) ?? [];
    const forged = assertion
      .replace(/<Signature.*<\/Signature>/s, '')
      .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
      .replace(/ ID="[^"]*"/, ' ID="forged"')
      .replaceAll('Ada@Example.com', 'eve@example.com')
      .replace('>ada<', '>eve<');
    const [signature = ''] = /<(?:ds:)?Signature .*<\/(?:ds:)?Signature>/s.exec(assertion) ?? [];
    const wrapped = [
      good.replace(assertion, forged + assertion),
      good.replace(assertion, assertion + forged),
      good.replace(assertion, forged.replace('</saml:Issuer>', `</saml:Issuer><x>${assertion}</x>`)),
      good.replace(
        assertion,
        forged.replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace('</', `<Object>${assertion}</Object></`)}`,
        ),
      ),
      good.replace('>ada<', '>eve<'),
      good
        .replace(/<samlp:Status>/, `<samlp:Extensions>${assertion}</samlp:Extensions><samlp:Status>`)
        .replace(/(<\/samlp:Status>).*(<\/samlp:Response>)/s, `$1${forged}$2`),
    ];
    expect(signature).not.toBe('');
    for (const xml of wrapped) {
      const { body } = await start();
      const relay = new URL(body.url).searchParams.get('RelayState') ?? '';
      const sent = new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: relay,
      });
      expect((await bring(sent)).status).toBe(303);
    }
    expect(await project.sql('select 1 from auth.users')).toEqual([]);
  });

  it.each([
    '',
    'no base64 at all',
    '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>',
    '<a>'.repeat(20_000),
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>`,
    'x'.repeat(300_000),
  ])('an answer that is none: %#', async (text) => {
    await add();
    const { body } = await start();
    const relay = new URL(body.url).searchParams.get('RelayState') ?? '';
    const form = new URLSearchParams({
      SAMLResponse: Buffer.from(text).toString('base64'),
      RelayState: relay,
    });
    expect((await bring(form)).query.get('error_code')).toBe('validation_failed');
  });

  it('a sign-in that took too long, or that nobody began', async () => {
    await add();
    idp.state.said = evil;
    const form = await idp.visit((await start()).body.url);
    project.pass(121);
    expect((await bring(form)).query.get('error_code')).toBe('saml_relay_state_expired');
    form.set('RelayState', '7c9ab0b4-0000-4000-8000-000000000001');
    expect((await bring(form)).query.get('error_code')).toBe('saml_relay_state_not_found');
  });
});

test('a provider that is off, unknown, or a project without single sign-on', async () => {
  const { id } = (await add()).body;
  expect((await start({ domain: 'other.com' })).body.code).toBe('sso_provider_not_found');
  expect((await start({ domain: undefined })).body.code).toBe('validation_failed');
  expect((await start({ provider_id: id })).body.code).toBe('validation_failed');
  expect((await start({ domain: undefined, provider_id: id })).body.url).toContain('SAMLRequest');
  const moved = await project.call('POST', '/sso', { provider_id: id });
  expect([moved.status, moved.headers.location]).toEqual([303, expect.stringContaining('/sign-in?')]);
  await project.manage('PUT', `${PROVIDERS}/${id}`, { disabled: true });
  expect((await start()).body.code).toBe('sso_provider_disabled');
  project.settings.saml_enabled = false;
  for (const [method, path] of [
    ['POST', '/sso'],
    ['GET', '/sso/saml/metadata'],
    ['POST', '/sso/saml/acs'],
  ] as const)
    expect((await project.call(method, path)).body.code).toBe('saml_provider_disabled');
  expect((await project.manage('GET', PROVIDERS)).body.code).toBe('saml_provider_disabled');
});

test('metadata are fetched anew every day, and the former ones serve where that fails', async () => {
  await add({ metadata_xml: undefined, metadata_url: idp.metadataUrl });
  await start();
  expect(idp.state.fetched).toBe(1);
  project.pass(90_000);
  expect((await signIn()).status).toBe(302);
  expect(idp.state.fetched).toBe(2);
  project.pass(90_000);
  idp.state.metadata = '<gone/>';
  expect((await start()).status).toBe(200);
});

async function isSigned(question: URLSearchParams): Promise<boolean> {
  const { body, headers } = await project.call('GET', '/sso/saml/metadata?download=true', undefined, {
    key: 'none',
  });
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(body).toContain(`entityID="${BASE}/metadata"`);
  expect(body).toContain(`Location="${BASE}/acs"`);
  const [, certificate = ''] = /X509Certificate>([^<]+)</.exec(body) ?? [];
  const text = ['SAMLRequest', 'RelayState', 'SigAlg']
    .map((name) => `${name}=${encodeURIComponent(question.get(name) ?? '')}`)
    .join('&');
  return createVerify('RSA-SHA256')
    .update(text)
    .verify(
      new X509Certificate(Buffer.from(certificate, 'base64')).publicKey,
      question.get('Signature') ?? '',
      'base64',
    );
}
