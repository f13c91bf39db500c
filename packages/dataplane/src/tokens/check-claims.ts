import type { TokenProblem } from './token-verifier.ts';

/** Clocks of two machines differ; so much is forgiven. Seconds. */
const SKEW_S = 30;

/** What is wrong with the times that a token claims, null when nothing is. `now` in milliseconds. */
export function checkTimes(claims: Readonly<Record<string, unknown>>, now: number): TokenProblem | null {
  const seconds = now / 1000;
  for (const name of ['exp', 'nbf', 'iat'] as const) {
    const time = claims[name];
    if (time === undefined || time === null) continue;
    if (typeof time !== 'number') return problem(`The JWT '${name}' claim must be a number`);
    if (name === 'exp' && time < seconds - SKEW_S) return problem('JWT expired');
    if (name === 'nbf' && time > seconds + SKEW_S) return problem('JWT not yet valid');
    if (name === 'iat' && time > seconds + SKEW_S) return problem('JWT issued at future');
  }
  return null;
}

function problem(message: string): TokenProblem {
  return { kind: 'claims', message };
}

/** What is wrong with whom a token is for, null when nothing is. A token without `aud` is for everybody. */
export function checkAudience(aud: unknown, wanted: string): TokenProblem | null {
  if (aud === undefined || aud === null) return null;
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!named.every((one) => typeof one === 'string'))
    return problem("The JWT 'aud' claim must be a string or an array of strings");
  return named.length === 0 || named.includes(wanted) ? null : problem('JWT not in audience');
}
