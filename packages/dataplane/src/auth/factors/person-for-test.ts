import { Secret, TOTP } from 'otpauth';
import { type Answer, type AuthApp, type CallOptions, PASSWORD } from '../oauth/auth-app-for-test.ts';

export interface Person {
  /** Of the session at hand; put another one here to go on with it. */
  token: string;
  enroll(body?: object): Promise<Answer>;
  challenge(factorId: string, options?: CallOptions): Promise<Answer>;
  verify(factorId: string, challengeId: string, code: string, options?: CallOptions): Promise<Answer>;
  unenroll(factorId: string, token?: string): Promise<Answer>;
  /** The token of a further session. */
  signInAgain(): Promise<string>;
  /** What the authenticator app shows, now or some seconds later. */
  codeOf(secret: string, offsetSeconds?: number): string;
  /** Enrols a factor, proves it, and goes on with the session that comes of it. */
  enrollVerified(): Promise<{ id: string; secret: string }>;
}

/** A user who is signed in and works with second factors. */
export async function personWithFactors(app: AuthApp, email: string): Promise<Person> {
  const { token } = await app.signUp(email);
  const person: Person = {
    token,
    enroll: (body = {}) =>
      app.call('POST', '/factors', { body: { factor_type: 'totp', ...body }, token: person.token }),
    challenge: (factorId, options = {}) =>
      app.call('POST', `/factors/${factorId}/challenge`, { token: person.token, ...options }),
    verify: (factorId, challenge_id, code, options = {}) =>
      app.call('POST', `/factors/${factorId}/verify`, {
        body: { challenge_id, code },
        token: person.token,
        ...options,
      }),
    unenroll: (factorId, as = person.token) => app.call('DELETE', `/factors/${factorId}`, { token: as }),
    async signInAgain() {
      const body = { email, password: PASSWORD };
      return (await app.call('POST', '/token?grant_type=password', { body })).body.access_token;
    },
    codeOf: (secret, offsetSeconds = 0) =>
      TOTP.generate({
        secret: Secret.fromBase32(secret),
        timestamp: app.now().getTime() + offsetSeconds * 1000,
      }),
    async enrollVerified() {
      const { id, totp } = (await person.enroll()).body;
      const asked = (await person.challenge(id)).body;
      const { body } = await person.verify(id, asked.id, person.codeOf(totp.secret));
      person.token = body.access_token;
      // The code of this half minute is used up.
      app.pass(30);
      return { id, secret: totp.secret };
    },
  };
  return person;
}

export function claimsOf(accessToken: string) {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
}
