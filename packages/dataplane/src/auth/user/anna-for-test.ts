import type { Answer, AuthProjectForTest } from '../auth-project-for-test.ts';

export const ANNA = { email: 'anna@example.com', password: 'correct horse' };

export interface Anna {
  /** Of the session at hand; put another one here to go on with it. */
  token: string;
  /** Changes the user, herself unless another token is given. */
  put(body: object, token?: string): Promise<Answer>;
  /** With her first address and password, unless others are given. */
  signIn(body?: Partial<typeof ANNA>): Promise<Answer>;
  me(): Promise<Answer['body']>;
}

/** Anna signs up and is confirmed at once; whatever comes after her must be proved. */
export async function signUpAnna(project: AuthProjectForTest): Promise<Anna> {
  project.settings.mailer_autoconfirm = true;
  const { body } = await project.call('POST', '/signup', { ...ANNA, data: { name: 'Anna', old: 1 } });
  project.settings.mailer_autoconfirm = false;
  const anna: Anna = {
    token: body.access_token,
    put: (change, token = anna.token) => project.call('PUT', '/user', change, { token }),
    signIn: (credentials = {}) =>
      project.call('POST', '/token?grant_type=password', { ...ANNA, ...credentials }),
    me: async () => (await project.call('GET', '/user', undefined, { token: anna.token })).body,
  };
  return anna;
}
