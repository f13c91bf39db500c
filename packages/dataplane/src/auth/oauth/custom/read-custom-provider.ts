import { randomUUID } from 'node:crypto';
import { AuthError } from '../../errors/auth-error.ts';
import type { Fields } from '../../wire/read-body.ts';
import type { CustomProviderRow } from './custom-provider-rows.ts';

const IDENTIFIER = /^custom:[a-z0-9:-]{1,43}$/;
const LONGEST = 2_048;
const MOST_ENTRIES = 50;
/** What a claim of somebody else's server must never decide. */
const OURS: ReadonlySet<string> = new Set([
  'id',
  'aud',
  'role',
  'app_metadata',
  'email_verified',
  'phone_verified',
  'banned_until',
  'is_super_admin',
  'created_at',
  'updated_at',
  'deleted_at',
  'confirmed_at',
  'email_confirmed_at',
  'phone_confirmed_at',
  'last_sign_in_at',
]);
/** Parameters of the first request that are ours to set. */
const OWN_PARAMETERS =
  /^(client_id|client_secret|redirect_uri|response_type|state|nonce|code_challenge(_method)?)$/;

/**
 * What a request says of a provider, over what was known of it. The issuer is not asked yet.
 * @param known null for a new one
 * @throws {AuthError} validation_failed
 */
export function readCustomProvider(
  body: Fields,
  known: CustomProviderRow | null,
  now: Date,
): CustomProviderRow {
  const time = now.toISOString();
  const type = known?.provider_type ?? readType(body);
  const scopes = readList(body, 'scopes') ?? known?.scopes ?? [];
  const row: CustomProviderRow = {
    id: known?.id ?? randomUUID(),
    provider_type: type,
    identifier: known?.identifier ?? readIdentifier(body),
    name: readLine(body, 'name', known?.name),
    client_id: readLine(body, 'client_id', known?.client_id),
    client_secret: readLine(body, 'client_secret', known?.client_secret),
    acceptable_client_ids: readList(body, 'acceptable_client_ids') ?? known?.acceptable_client_ids ?? [],
    scopes: type === 'oidc' ? withOpenId(scopes) : scopes,
    pkce_enabled: body.flag('pkce_enabled') ?? known?.pkce_enabled ?? true,
    attribute_mapping: readMapping(body) ?? known?.attribute_mapping ?? {},
    authorization_params: readParameters(body) ?? known?.authorization_params ?? {},
    custom_claims_allowlist:
      readList(body, 'custom_claims_allowlist') ?? known?.custom_claims_allowlist ?? [],
    enabled: body.flag('enabled') ?? known?.enabled ?? true,
    email_optional: body.flag('email_optional') ?? known?.email_optional ?? false,
    skip_nonce_check: body.flag('skip_nonce_check') ?? known?.skip_nonce_check ?? false,
    issuer: body.has('issuer') ? readAddress(body, 'issuer') : (known?.issuer ?? null),
    discovery_url: body.has('discovery_url')
      ? readAddress(body, 'discovery_url')
      : (known?.discovery_url ?? null),
    cached_discovery: known?.cached_discovery ?? null,
    discovery_cached_at: known?.discovery_cached_at ?? null,
    authorization_url: body.has('authorization_url')
      ? readAddress(body, 'authorization_url')
      : (known?.authorization_url ?? null),
    token_url: body.has('token_url') ? readAddress(body, 'token_url') : (known?.token_url ?? null),
    userinfo_url: body.has('userinfo_url')
      ? readAddress(body, 'userinfo_url')
      : (known?.userinfo_url ?? null),
    jwks_uri: body.has('jwks_uri') ? readAddress(body, 'jwks_uri') : (known?.jwks_uri ?? null),
    created_at: known?.created_at ?? time,
    updated_at: time,
  };
  const needed =
    type === 'oidc' ? (['issuer'] as const) : (['authorization_url', 'token_url', 'userinfo_url'] as const);
  for (const field of needed) if (row[field] === null) refuse(`${field} is required for ${type} providers`);
  if (row.discovery_url !== null && !row.discovery_url.includes('/.well-known/'))
    refuse('discovery_url must be the address of a document below /.well-known/');
  return row;
}

function readType(body: Fields): CustomProviderRow['provider_type'] {
  const type = body.text('provider_type');
  return type === 'oauth2' || type === 'oidc' ? type : refuse('provider_type must be oauth2 or oidc');
}

function readIdentifier(body: Fields): string {
  const identifier = body.text('identifier') ?? '';
  if (IDENTIFIER.test(identifier)) return identifier;
  return refuse('identifier must be custom: and up to 43 lower-case letters, digits, colons and hyphens');
}

function readLine(body: Fields, field: string, known: string | undefined): string {
  const text = body.text(field) ?? known ?? '';
  if (text.trim() === '') refuse(`${field} is required`);
  return text.length <= LONGEST ? text : refuse(`${field} must have at most ${LONGEST} characters`);
}

function withOpenId(scopes: readonly string[]): string[] {
  if (scopes.length === 0) return ['openid', 'email', 'profile'];
  return scopes.includes('openid') ? [...scopes] : ['openid', ...scopes];
}

function readList(body: Fields, field: string): string[] | null {
  if (!body.has(field)) return null;
  const value = body.raw[field];
  const isList =
    Array.isArray(value) &&
    value.length <= MOST_ENTRIES &&
    value.every((item) => typeof item === 'string' && /^[^\s,]{1,255}$/.test(item));
  return isList
    ? (value as string[])
    : refuse(`${field} must be a list of at most ${MOST_ENTRIES} texts without spaces and commas`);
}

function readMapping(body: Fields): Record<string, unknown> | null {
  const mapping = body.object('attribute_mapping');
  if (mapping === null) return null;
  const entries = Object.entries(mapping);
  const ours = entries.find(([target]) => OURS.has(target));
  if (ours !== undefined) refuse(`attribute_mapping cannot set ${ours[0]}`);
  const isPlain = entries.length <= MOST_ENTRIES && entries.every(([, source]) => typeof source !== 'object');
  return isPlain
    ? mapping
    : refuse('attribute_mapping must hold names of claims, or texts, numbers and true or false');
}

function readParameters(body: Fields): Record<string, string> | null {
  const parameters = body.object('authorization_params');
  if (parameters === null) return null;
  const entries = Object.entries(parameters);
  const ours = entries.find(([name]) => OWN_PARAMETERS.test(name));
  if (ours !== undefined) refuse(`authorization_params cannot set ${ours[0]}`);
  const isText = entries.length <= MOST_ENTRIES && entries.every(([, value]) => typeof value === 'string');
  return isText ? (parameters as Record<string, string>) : refuse('authorization_params must be texts');
}

/**
 * An issuer by itself, and where its document is if it says so.
 * @throws {AuthError} validation_failed
 */
export function readIssuer(body: Fields): { issuer: string; discovery_url: string | null } {
  const issuer = readAddress(body, 'issuer') ?? refuse('issuer is required');
  return { issuer, discovery_url: readAddress(body, 'discovery_url') };
}

/** Codes, secrets and tokens travel there. An empty one is none. */
function readAddress(body: Fields, field: string): string | null {
  const text = body.text(field);
  if (text === null || text === '') return null;
  const address = URL.parse(text);
  const fits =
    address?.protocol === 'https:' &&
    text.length <= LONGEST &&
    address.username === '' &&
    address.hash === '';
  return fits ? text : refuse(`${field} must be an address that begins with https://`);
}

function refuse(message: string): never {
  throw new AuthError('validation_failed', message);
}
