import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer.
let session: any;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase(), { mailer_autoconfirm: true });
  session = (await project.call('POST', '/signup', { email: 'anna@example.com', password: 'correct horse' }))
    .body;
});
afterEach(() => project.close());

const refresh = (refresh_token: unknown) =>
  project.call('POST', '/token?grant_type=refresh_token', { refresh_token });
const signIn = () =>
  project.call('POST', '/token?grant_type=password', {
    email: 'anna@example.com',
    password: 'correct horse',
  });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('refreshing a session', () => {
  test('gives new tokens of the same session, with what has changed about the user', async () => {
    await project.sql(`update auth.users set raw_app_meta_data = '{"plan":"gold"}'`);
    project.pass(1800);
    const { status, body } = await refresh(session.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(session.refresh_token);
    const [before, after] = [claimsOf(session.access_token), claimsOf(body.access_token)];
    expect(after).toMatchObject({
      session_id: before.session_id,
      app_metadata: { plan: 'gold' },
      amr: before.amr,
    });
    expect(after.exp).toBe(before.exp + 1800);
    expect(await project.sql(`select (refreshed_at at time zone 'UTC')::text t from auth.sessions`)).toEqual([
      { t: '2031-01-01 00:30:00+00' },
    ]);
  });

  test('with the same token twice at once gives the same new token to both', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(session.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await project.sql('select revoked from auth.refresh_tokens order by id')).toEqual([
      { revoked: true },
      { revoked: false },
    ]);
  });

  test('with the parent of the current token works however late: its answer got lost', async () => {
    const next = await refresh(session.refresh_token);
    project.pass(86_400);
    expect((await refresh(session.refresh_token)).body.refresh_token).toBe(next.body.refresh_token);
  });

  test('with an older token within the reuse interval gives the current one', async () => {
    const second = (await refresh(session.refresh_token)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    project.pass(10);
    expect((await refresh(session.refresh_token)).body.refresh_token).toBe(third);
  });

  test('with an older token after the reuse interval ends the whole family', async () => {
    const second = (await refresh(session.refresh_token)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    const other = (await signIn()).body;
    project.pass(11);
    for (const stolen of [session.refresh_token, third, second]) {
      expect(await refresh(stolen)).toMatchObject({
        status: 400,
        body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
      });
    }
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  test('leaves the family alone when rotation is off', async () => {
    project.settings.refresh_token_rotation_enabled = false;
    const second = (await refresh(session.refresh_token)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    project.pass(11);
    expect((await refresh(session.refresh_token)).body.code).toBe('refresh_token_already_used');
    expect((await refresh(third)).status).toBe(200);
  });

  test.each([
    ['an unknown token', 'abcdefghijkl', 'refresh_token_not_found'],
    ['no token', null, 'validation_failed'],
    ['something else', 12, 'validation_failed'],
    ["a quote ' or 1=1 --", "' or 1=1 --", 'refresh_token_not_found'],
  ])('is refused with %s', async (_name, token, code) => {
    expect(await refresh(token)).toMatchObject({ status: 400, body: { code } });
  });

  test('is refused after signing out, for the banned and for the deleted', async () => {
    await project.sql(`update auth.users set banned_until = '2032-01-01'`);
    expect((await refresh(session.refresh_token)).body.code).toBe('user_banned');
    await project.sql('update auth.users set banned_until = null');
    await project.call('POST', '/logout', undefined, { token: session.access_token });
    expect((await refresh(session.refresh_token)).body.code).toBe('refresh_token_not_found');
    const again = (await signIn()).body;
    await project.sql('update auth.users set deleted_at = now()');
    expect((await refresh(again.refresh_token)).body.code).toBe('refresh_token_not_found');
  });
});

describe('a session ends', () => {
  test('after its time, however busy', async () => {
    project.settings.sessions_timebox = 7200;
    project.pass(7199);
    const next = (await refresh(session.refresh_token)).body;
    project.pass(1);
    expect(await refresh(next.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'session_expired' },
    });
  });

  test('when nobody used it', async () => {
    project.settings.sessions_inactivity_timeout = 3600;
    project.pass(3599);
    const next = (await refresh(session.refresh_token)).body;
    project.pass(3599);
    const last = (await refresh(next.refresh_token)).body;
    project.pass(3600);
    expect((await refresh(last.refresh_token)).body).toEqual({
      code: 'session_expired',
      message: 'Invalid Refresh Token: Session Expired (Inactivity)',
    });
  });

  test('with the next sign-in, where only one is allowed', async () => {
    project.pass(1);
    const newer = (await signIn()).body;
    project.settings.sessions_single_per_user = true;
    expect((await refresh(session.refresh_token)).body.code).toBe('session_expired');
    expect((await refresh(newer.refresh_token)).status).toBe(200);
  });
});

describe('signing out', () => {
  test.each([
    ['global', ['refresh_token_not_found', 'refresh_token_not_found']],
    ['local', ['refresh_token_not_found', undefined]],
    ['others', [undefined, 'refresh_token_not_found']],
  ])('with scope %s', async (scope, codes) => {
    const other = (await signIn()).body;
    const out = await project.call('POST', `/logout?scope=${scope}`, undefined, {
      token: session.access_token,
    });
    expect(out).toMatchObject({ status: 204, body: '' });
    const answers = [await refresh(session.refresh_token), await refresh(other.refresh_token)];
    expect(answers.map(({ body }) => body.code)).toEqual(codes);
  });

  test('is refused with an unknown scope, and without a session', async () => {
    const ask = { token: session.access_token };
    expect((await project.call('POST', '/logout?scope=all', undefined, ask)).body.code).toBe(
      'validation_failed',
    );
    await project.call('POST', '/logout', undefined, ask);
    expect(await project.call('POST', '/logout', undefined, ask)).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    });
  });
});
