import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthApp, startAuthApp } from '../oauth/auth-app-for-test.ts';

const cluster = useTestCluster();
let app: AuthApp;

beforeAll(async () => {
  app = await startAuthApp(await cluster.createDatabase());
});
afterAll(() => app.close());

const ID = '00000000-0000-4000-8000-000000000000';

describe('features that are not there yet', () => {
  it.each([
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
    ['POST', '/sso/saml/acs', 404, 'saml_provider_disabled'],
    ['GET', '/admin/sso/providers', 404, 'saml_provider_disabled'],
    ['PUT', `/admin/sso/providers/${ID}`, 404, 'saml_provider_disabled'],
  ] as const)('%s %s', async (method, path, status, code) => {
    const answer = await app.call(method, path, method === 'GET' ? {} : { body: {} });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});
