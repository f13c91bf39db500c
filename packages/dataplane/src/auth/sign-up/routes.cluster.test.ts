import { useTestCluster } from '@basalt/clusters/testing';
import type { AuthSettings } from '@basalt/project';
import { afterEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
const start = async (settings: Partial<AuthSettings> = {}) => {
  project = await authProjectForTest(await cluster.createDatabase(), settings);
  return project;
};
afterEach(() => project.close());

describe('signing up anonymously', () => {
  test('gives a session of a user without address', async () => {
    const { call } = await start();
    const { body } = await call('POST', '/signup', { data: { theme: 'dark' } });
    expect(body.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      identities: [],
      app_metadata: {},
      user_metadata: { theme: 'dark' },
    });
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({
      iss: 'http://api.test/abcdefghijklmnopqrst/auth/v1',
      sub: body.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: '',
      phone: '',
      aal: 'aal1',
      is_anonymous: true,
      amr: [{ method: 'anonymous', timestamp: Date.parse('2031-01-01T00:00:00Z') / 1000 }],
    });
  });

  test('is limited per client address', async () => {
    const { call } = await start({ rate_limit_anonymous_users: 2 });
    const statuses = [];
    for (const ip of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
      statuses.push((await call('POST', '/signup', {}, { ip })).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});
