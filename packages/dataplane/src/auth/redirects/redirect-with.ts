import type { AuthError } from '../errors/auth-error.ts';
import type { SessionBody } from '../present/present-session.ts';

/** An address with parameters in its fragment: what is there never reaches a server's log. */
export function withFragment(address: string, parameters: Readonly<Record<string, string>>): string {
  return `${withoutFragment(address)}#${new URLSearchParams(parameters)}`;
}

/** An address with further query parameters. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const [base = '', query] = withoutFragment(address).split(/\?(.*)/s);
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) all.set(name, value);
  return `${base}?${all}`;
}

/** How an error reaches the app that a link or a provider leads back to. With PKCE the app looks into the query. */
export function withError(address: string, error: AuthError, pkce: boolean): string {
  const parameters = {
    error: error.status >= 500 ? 'server_error' : 'access_denied',
    error_code: error.code,
    error_description: error.message,
  };
  const base = pkce ? withQuery(address, parameters) : address;
  return withFragment(base, { ...parameters, sb: '' });
}

function withoutFragment(address: string): string {
  const hash = address.indexOf('#');
  return hash === -1 ? address : address.slice(0, hash);
}

/** An address that hands a session over to the app there. `type`: what was confirmed, if anything. */
export function withSession(address: string, session: SessionBody, type?: string): string {
  return withFragment(address, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...(session.provider_refresh_token ? { provider_refresh_token: session.provider_refresh_token } : {}),
    ...(session.provider_token ? { provider_token: session.provider_token } : {}),
    refresh_token: session.refresh_token,
    token_type: 'bearer',
    ...(type ? { type } : {}),
  });
}
