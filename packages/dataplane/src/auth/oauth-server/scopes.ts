/** What an application may ask for. */
export const SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const;
export type Scope = (typeof SCOPES)[number];

/** Of an application that asks for nothing in particular. */
export const DEFAULT_SCOPE: Scope = 'email';

/** The scopes of a text, or the first that there is not. */
export function readScopes(text: string): { known: Scope[] } | { unknown: string } {
  const words = [...new Set(text.split(/\s+/).filter((word) => word !== ''))];
  const unknown = words.find((word) => !(SCOPES as readonly string[]).includes(word));
  if (unknown !== undefined) return { unknown: unknown.slice(0, 100) };
  return { known: words.length === 0 ? [DEFAULT_SCOPE] : (words as Scope[]) };
}

/** Whether all scopes of one text are among those of another. */
export function coversScopes(allowed: string, asked: string): boolean {
  const all = new Set(allowed.split(' '));
  return asked.split(' ').every((scope) => all.has(scope));
}
