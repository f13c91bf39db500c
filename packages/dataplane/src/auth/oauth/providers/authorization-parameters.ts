/** Ours, or those that decide how the answer comes back to us: an application must not set them. */
const RESERVED = new Set([
  'provider',
  'scopes',
  'redirect_to',
  'skip_http_redirect',
  'invite_token',
  'apikey',
  'flow_type',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
  'registration',
  'code_challenge',
  'code_challenge_method',
  'dpop_jkt',
]);
const MAX_LENGTH = 1000;

/** The parameters of `/authorize` that go on to the provider as they are: `prompt`, `access_type`, `login_hint`, … */
export function forwardedParameters(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const forwarded = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string' || value.length > MAX_LENGTH || RESERVED.has(name.toLowerCase())) continue;
    forwarded.set(name, value);
  }
  return forwarded;
}

/** The scopes of a request, which applications separate by spaces or commas. */
export function requestedScopes(scopes: unknown): string[] {
  if (typeof scopes !== 'string' || scopes.length > MAX_LENGTH) return [];
  return scopes.split(/[\s,]+/).filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
}

/** The usual scopes and those asked for on top, each once. */
export function joinScopes(usual: string, wanted: readonly string[]): string {
  return [...new Set([...usual.split(' '), ...wanted])].join(' ').trim();
}
