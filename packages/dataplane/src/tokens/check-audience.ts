import type { TokenProblem } from './token-verifier.ts';

/** What is wrong with whom a token is for, null when nothing is. A token without `aud` is for everybody. */
export function checkAudience(aud: unknown, wanted: string): TokenProblem | null {
  if (aud === undefined || aud === null) return null;
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!named.every((one) => typeof one === 'string'))
    return problem("The JWT 'aud' claim must be a string or an array of strings");
  return named.length === 0 || named.includes(wanted) ? null : problem('JWT not in audience');
}

function problem(message: string): TokenProblem {
  return { kind: 'claims', message };
}
