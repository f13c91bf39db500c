import { withFragment, withQuery } from '../../redirects/redirect-with.ts';

/** What a provider says instead of a code (RFC 6749, section 4.1.2.1). */
export interface ProviderRefusal {
  error: string;
  description: string;
}

const MAX_LENGTH = 500;

/** Null when the answer is no refusal. */
export function providerRefusal(parameters: URLSearchParams): ProviderRefusal | null {
  const error = parameters.get('error');
  if (!error) return null;
  const known = /^[a-z_]{1,50}$/.test(error) ? error : 'server_error';
  const description = parameters.get('error_description') || `The provider answered "${known}"`;
  return { error: known, description: description.slice(0, MAX_LENGTH) };
}

/** The application's address with the refusal, in the provider's words. */
export function withRefusal(address: string, { error, description }: ProviderRefusal, pkce: boolean): string {
  const parameters = { error, error_code: 'bad_oauth_callback', error_description: description };
  const base = pkce ? withQuery(address, parameters) : address;
  return withFragment(base, { ...parameters, sb: '' });
}
