import { AuthError } from '../../errors/auth-error.ts';
import type { Fields } from '../../wire/read-body.ts';
import type { ClientAuthMethod, ClientColumns, ClientRow, ClientType } from './client-rows.ts';

type ClientDetails = Pick<
  ClientColumns,
  | 'redirect_uris'
  | 'grant_types'
  | 'client_name'
  | 'client_uri'
  | 'logo_uri'
  | 'client_type'
  | 'token_endpoint_auth_method'
>;

const MOST_REDIRECTS = 10;
const LONGEST_NAME = 1_024;
const LONGEST_URI = 2_048;
const GRANTS: readonly unknown[] = ['authorization_code', 'refresh_token'];
const METHODS: readonly unknown[] = ['none', 'client_secret_basic', 'client_secret_post'];
const DANGEROUS = new Set(['javascript:', 'data:', 'file:', 'vbscript:', 'about:', 'blob:']);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** What a request says of a new client. Throws `validation_failed`. */
export function readNewClient(body: Fields): ClientDetails {
  const method = readMethod(body);
  const type = readType(body) ?? (method === 'none' ? 'public' : 'confidential');
  return {
    client_type: type,
    token_endpoint_auth_method: fittingMethod(type, method),
    redirect_uris: readRedirects(body) ?? refuse('redirect_uris is required'),
    grant_types: readGrants(body) ?? GRANTS.join(','),
    client_name: readName(body) ?? null,
    client_uri: readLink(body, 'client_uri') ?? null,
    logo_uri: readLink(body, 'logo_uri') ?? null,
  };
}

/** What a request changes of a client: the fields that it names. Throws `validation_failed`. */
export function readClientChanges(body: Fields, { client_type }: ClientRow): Partial<ClientDetails> {
  const method = readMethod(body);
  const [redirects, grants, name] = [readRedirects(body), readGrants(body), readName(body)];
  const [uri, logo] = [readLink(body, 'client_uri'), readLink(body, 'logo_uri')];
  return {
    ...(method === null ? {} : { token_endpoint_auth_method: fittingMethod(client_type, method) }),
    ...(redirects === null ? {} : { redirect_uris: redirects }),
    ...(grants === null ? {} : { grant_types: grants }),
    ...(name === null ? {} : { client_name: name || null }),
    ...(uri === null ? {} : { client_uri: uri || null }),
    ...(logo === null ? {} : { logo_uri: logo || null }),
  };
}

function readMethod(body: Fields): ClientAuthMethod | null {
  const method = body.text('token_endpoint_auth_method');
  if (!method) return null;
  if (!METHODS.includes(method)) refuse(`token_endpoint_auth_method must be one of ${METHODS.join(', ')}`);
  return method as ClientAuthMethod;
}

function readType(body: Fields): ClientType | null {
  const type = body.text('client_type');
  if (!type) return null;
  if (type !== 'public' && type !== 'confidential') refuse('client_type must be public or confidential');
  return type as ClientType;
}

function fittingMethod(type: ClientType, method: ClientAuthMethod | null): ClientAuthMethod {
  const chosen = method ?? (type === 'public' ? 'none' : 'client_secret_basic');
  if ((type === 'public') !== (chosen === 'none'))
    refuse(`token_endpoint_auth_method ${chosen} does not fit a ${type} client`);
  return chosen;
}

function readRedirects(body: Fields): string | null {
  const uris = readList(body, 'redirect_uris');
  if (uris === null) return null;
  if (uris.length === 0) refuse('redirect_uris is required');
  if (uris.length > MOST_REDIRECTS) refuse(`redirect_uris cannot have more than ${MOST_REDIRECTS} entries`);
  for (const uri of uris) checkRedirect(uri);
  return uris.join(',');
}

function checkRedirect(uri: string): void {
  const address = URL.parse(uri);
  const fail = (why: string) => refuse(`invalid redirect_uri ${JSON.stringify(uri.slice(0, 200))}: ${why}`);
  if (uri.length > LONGEST_URI) fail(`must have at most ${LONGEST_URI} characters`);
  if (address === null || address.host === '') return void fail('must have a scheme and a host');
  if (uri.includes('#')) fail('must have no fragment');
  // They are kept in one text.
  if (/[,\s]/.test(uri)) fail('must have no commas and spaces; write them as %2C and %20');
  if (DANGEROUS.has(address.protocol)) fail(`the scheme ${address.protocol} is not allowed`);
  if (address.protocol === 'http:' && !LOOPBACK.test(address.hostname))
    fail('must begin with https://, or with http:// on the loopback address');
}

function readGrants(body: Fields): string | null {
  const grants = readList(body, 'grant_types');
  if (grants === null || grants.length === 0) return null;
  const strange = grants.find((grant) => !GRANTS.includes(grant));
  if (strange !== undefined) refuse(`grant_types must be some of ${GRANTS.join(', ')}`);
  return [...new Set(grants)].join(',');
}

function readName(body: Fields): string | null {
  const name = body.text('client_name');
  if (name !== null && name.length > LONGEST_NAME)
    refuse(`client_name must have at most ${LONGEST_NAME} characters`);
  return name;
}

/** Consent pages show them as links and pictures. */
function readLink(body: Fields, field: 'client_uri' | 'logo_uri'): string | null {
  const uri = body.text(field);
  if (!uri) return uri;
  if (uri.length > LONGEST_URI) refuse(`${field} must have at most ${LONGEST_URI} characters`);
  if (!/^https?:$/.test(URL.parse(uri)?.protocol ?? ''))
    refuse(`${field} must be an address with https:// or http://`);
  return uri;
}

function readList(body: Fields, field: string): string[] | null {
  const value = body.raw[field];
  if (!body.has(field)) return null;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    return refuse(`${field} must be a list of texts`);
  return value;
}

function refuse(message: string): never {
  throw new AuthError('validation_failed', message);
}
