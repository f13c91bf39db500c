import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;

beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
});

afterEach(() => project.close());

const link = (body: unknown) => project.manage('POST', '/admin/generate_link', body);
const createUser = async (email: string) =>
  (await project.manage('POST', '/admin/users', { email, email_confirm: true })).body;
const verify = (token_hash: string, type: string) => project.call('POST', '/verify', { token_hash, type });

describe('an invitation', () => {
  test('makes an account, mails the way in, and leads in', async () => {
    const { status, body } = await project.manage('POST', '/invite?redirect_to=https://app.test/welcome', {
      email: 'Ann@app.test',
      data: { team: 'red' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: 'ann@app.test', user_metadata: { team: 'red' } });
    expect(body.invited_at && body.confirmation_sent_at).toBeTruthy();
    expect(body.email_confirmed_at).toBeUndefined();

    const [mail] = (await project.manage('GET', '/admin/mailbox')).body.messages;
    expect(mail).toMatchObject({
      kind: 'invite',
      recipient: 'ann@app.test',
      subject: 'You have been invited',
    });
    const address = new URL(mail.link);
    expect(`${address.origin}${address.pathname}`).toBe(
      'http://api.test/abcdefghijklmnopqrst/auth/v1/verify',
    );
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      type: 'invite',
      redirect_to: 'https://app.test/welcome',
    });
    const session = await verify(address.searchParams.get('token') ?? '', 'invite');
    expect(session.body).toMatchObject({ token_type: 'bearer', user: { id: body.id } });
  });

  test('can be repeated at once until it was accepted', async () => {
    const first = await project.manage('POST', '/invite', { email: 'ann@app.test' });
    const second = await project.manage('POST', '/invite', { email: 'ann@app.test', data: { a: 1 } });
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    expect((await project.manage('GET', '/admin/mailbox')).body.messages).toHaveLength(2);

    await createUser('bob@app.test');
    const taken = await project.manage('POST', '/invite', { email: 'bob@app.test' });
    expect([taken.status, taken.body.code]).toEqual([422, 'email_exists']);
  });

  test('never leads where the settings do not allow', async () => {
    await project.manage('POST', '/invite?redirect_to=https://evil.test/', { email: 'ann@app.test' });
    const [mail] = (await project.manage('GET', '/admin/mailbox')).body.messages;
    expect(new URL(mail.link).searchParams.get('redirect_to')).toBe('https://app.test');
  });

  test.each([[{}], [{ email: '' }], [{ email: 'x' }], [{ email: 'a@b.test', data: 'x' }]])(
    '%j is refused',
    async (body) => {
      const answer = await project.manage('POST', '/invite', body);
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    },
  );

  test('counts towards the mails of an hour', async () => {
    project.settings.rate_limit_email_sent = 1;
    expect((await project.manage('POST', '/invite', { email: 'a@app.test' })).status).toBe(200);
    const second = await project.manage('POST', '/invite', { email: 'b@app.test' });
    expect([second.status, second.body.code]).toEqual([429, 'over_email_send_rate_limit']);
    expect(await project.sql('select 1 from auth.users')).toHaveLength(1);
  });
});

describe('a generated link', () => {
  test.each([
    ['signup', 'new@app.test', { password: 'sunflower', data: { a: 1 } }],
    ['invite', 'new@app.test', { data: { a: 1 } }],
    ['magiclink', 'ann@app.test', {}],
    ['recovery', 'ann@app.test', {}],
  ])('of type %s leads in, and nothing is mailed', async (type, email, more) => {
    await createUser('ann@app.test');
    const { status, body } = await link({ type, email, redirect_to: 'https://app.test/x', ...more });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, verification_type: type, redirect_to: 'https://app.test/x' });
    expect(body.email_otp).toMatch(/^\d{6}$/);
    expect(body.action_link).toBe(
      `http://api.test/abcdefghijklmnopqrst/auth/v1/verify?${new URLSearchParams({
        token: body.hashed_token,
        type,
        redirect_to: 'https://app.test/x',
      })}`,
    );
    expect((await project.manage('GET', '/admin/mailbox')).body.messages).toEqual([]);
    const session = await verify(body.hashed_token, type);
    expect(session.body).toMatchObject({ token_type: 'bearer', user: { email } });
    expect((await verify(body.hashed_token, type)).body.code).toBe('otp_expired');
  });

  test('works by its code too', async () => {
    await createUser('ann@app.test');
    const { body } = await link({ type: 'recovery', email: 'ann@app.test' });
    const request = { type: 'recovery', email: 'ann@app.test', token: body.email_otp };
    const session = await project.call('POST', '/verify', request);
    expect(session.body).toMatchObject({ token_type: 'bearer' });
  });

  test('a magic link for nobody is a sign-up', async () => {
    const { body } = await link({ type: 'magiclink', email: 'new@app.test', data: { a: 1 } });
    expect(body).toMatchObject({ verification_type: 'signup', user_metadata: { a: 1 } });
    expect((await verify(body.hashed_token, 'signup')).status).toBe(200);
  });

  test('a new address needs both links', async () => {
    const user = await createUser('ann@app.test');
    const change = { email: 'ann@app.test', new_email: 'new@app.test' };
    const current = (await link({ type: 'email_change_current', ...change })).body;
    const next = (await link({ type: 'email_change_new', ...change })).body;
    expect(current.verification_type).toBe('email_change_current');
    expect(new URL(current.action_link).searchParams.get('type')).toBe('email_change');
    expect((await verify(current.hashed_token, 'email_change')).body).not.toHaveProperty('access_token');
    expect((await project.manage('GET', `/admin/users/${user.id}`)).body.email).toBe('ann@app.test');
    expect((await verify(next.hashed_token, 'email_change')).status).toBe(200);
    expect((await project.manage('GET', `/admin/users/${user.id}`)).body.email).toBe('new@app.test');
  });

  test('a sign-up link for an account that waits replaces what a stranger had set', async () => {
    await project.manage('POST', '/admin/users', { email: 'ann@app.test', password: 'strangers' });
    const { body } = await link({ type: 'signup', email: 'ann@app.test', password: 'sunflower' });
    await verify(body.hashed_token, 'signup');
    const signIn = (password: string) =>
      project.call('POST', '/token?grant_type=password', { email: 'ann@app.test', password });
    expect((await signIn('strangers')).body.code).toBe('invalid_credentials');
    expect((await signIn('sunflower')).status).toBe(200);
  });

  test.each([
    [{ type: 'x', email: 'a@b.test' }, 400, 'validation_failed'],
    [{ email: 'a@b.test' }, 400, 'validation_failed'],
    [{ type: 'recovery' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'a@b.test' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'a@b.test', password: '1' }, 422, 'weak_password'],
    [{ type: 'signup', email: 'ann@app.test', password: 'sunflower' }, 422, 'email_exists'],
    [{ type: 'invite', email: 'ann@app.test' }, 422, 'email_exists'],
    [{ type: 'recovery', email: 'nobody@app.test' }, 404, 'user_not_found'],
    [{ type: 'email_change_new', email: 'ann@app.test' }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email: 'ann@app.test', new_email: 'bob@app.test' }, 422, 'email_exists'],
    [{ type: 'email_change_new', email: 'nobody@app.test', new_email: 'x@app.test' }, 404, 'user_not_found'],
  ])('%j answers %i %s', async (body, status, code) => {
    await createUser('ann@app.test');
    await createUser('bob@app.test');
    const answer = await link(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('for the current address there is none when one confirmation is enough', async () => {
    project.settings.mailer_secure_email_change_enabled = false;
    await createUser('ann@app.test');
    const answer = await link({
      type: 'email_change_current',
      email: 'ann@app.test',
      new_email: 'n@app.test',
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });
});
