import { useTestCluster } from '@basalt/clusters/testing';
import { randomPKCECodeVerifier } from 'openid-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAppWithProvider } from './app-with-provider-for-test.ts';
import { type AuthApp, CALLBACK } from './auth-app-for-test.ts';
import type { Browser } from './browser-for-test.ts';
import { startOpenIdServer, type TestOpenIdServer } from './openid-server-for-test.ts';
import { pkce, redeem } from './pkce-for-test.ts';

const cluster = useTestCluster();
let openId: TestOpenIdServer;
let app: AuthApp;
let person: Browser;

beforeAll(async () => {
  openId = await startOpenIdServer(CALLBACK);
});
afterAll(() => openId.stop());

beforeEach(async () => {
  ({ app, person } = await startAppWithProvider(await cluster.createDatabase(), openId));
});
afterEach(() => app.close());

describe('the code of a browser', () => {
  async function code(): Promise<string | null> {
    return (await person.signIn('ada', await pkce())).query.get('code');
  }

  it('is good once', async () => {
    const given = await code();
    const answers = await Promise.all([redeem(app, given), redeem(app, given)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(answers.find(({ status }) => status === 404)?.body.code).toBe('flow_state_not_found');
  });

  it('is good for nobody without the verifier', async () => {
    const given = await code();
    for (const wrong of [randomPKCECodeVerifier(), 'x', (await pkce()).code_challenge]) {
      const answer = await redeem(app, given, wrong);
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_code_verifier']);
    }
  });

  it('is good for five minutes', async () => {
    const given = await code();
    app.pass(301);
    const answer = await redeem(app, given);
    expect([answer.status, answer.body.code]).toEqual([422, 'flow_state_expired']);
    expect((await redeem(app, given)).body.code).toBe('flow_state_not_found');
  });

  it('is nothing before the person came back', async () => {
    const back = await person.visit('ada', await pkce());
    const answer = await redeem(app, back.searchParams.get('state'));
    expect([answer.status, answer.body.code]).toEqual([404, 'flow_state_not_found']);
  });

  it.each([
    [{}, 'validation_failed'],
    [{ auth_code: 'x' }, 'validation_failed'],
    [{ auth_code: 7, code_verifier: 'x' }, 'validation_failed'],
    [{ auth_code: 'x', code_verifier: 'x' }, 'flow_state_not_found'],
  ])('is not %j', async (body, errorCode) => {
    expect((await app.call('POST', '/token?grant_type=pkce', { body })).body.code).toBe(errorCode);
  });
});
