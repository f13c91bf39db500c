import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import type { Answer, AuthApp } from './auth-app-for-test.ts';

const VERIFIER = randomPKCECodeVerifier();

/** What a browser begins a sign-in with that it wants a code of. */
export async function pkce(method = 's256'): Promise<Record<string, string>> {
  const code_challenge = method === 'plain' ? VERIFIER : await calculatePKCECodeChallenge(VERIFIER);
  return { code_challenge, code_challenge_method: method };
}

export function redeem(app: AuthApp, code: string | null, verifier = VERIFIER): Promise<Answer> {
  return app.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } });
}
