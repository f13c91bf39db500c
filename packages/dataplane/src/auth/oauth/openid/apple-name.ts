import type { AuthorizationAnswer } from '../providers/oauth-provider.ts';

type Claims = Readonly<Record<string, unknown>>;

/**
 * Apple tells a person's name once, as JSON in the form that the browser posts back, never in the token. It is not
 * signed, so it serves as a name and nothing else.
 */
export function withAppleName(claims: Claims, { parameters }: AuthorizationAnswer): Claims {
  const user = parameters.get('user');
  if (user === null || claims.name !== undefined) return claims;
  const name = parseName(user);
  return name === '' ? claims : { ...claims, name };
}

function parseName(user: string): string {
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } };
    return [name?.firstName, name?.lastName]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .trim();
  } catch {
    return '';
  }
}
