import { createHash } from 'node:crypto';
import type { OutgoingFetch } from '@basalt/network';
import type { OAuthProviderSettings } from '@basalt/project';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import type { OpenIdRecipe } from './openid-recipe.ts';

/** Issuers change their endpoints rarely and their keys often; keys are looked up anew by the library itself. */
const KEEP_MS = 60 * 60 * 1000;
const MAX_KEPT = 500;

export interface OpenIdClient {
  issuer: string;
  /** Where it describes itself, if not at the usual place. */
  discoveryUrl?: string;
  clientId: string;
  secret: string;
}

/**
 * What an issuer publishes about itself, ready for requests as one client. Asked for once an hour; a failure is not
 * remembered. Throws when the issuer cannot be reached or does not speak OpenID Connect.
 */
export async function openIdConfiguration(
  client: OpenIdClient,
  fetch: OutgoingFetch,
): Promise<openid.Configuration> {
  const key = createHash('sha256').update(
    JSON.stringify([client.issuer, client.discoveryUrl, client.clientId, client.secret]),
  );
  const id = key.digest('base64url');
  const cache = cacheOf(fetch);
  const kept = cache.get(id);
  if (kept !== undefined) return await kept;
  const asked = discover(client, fetch);
  cache.set(id, asked);
  try {
    return await asked;
  } catch (error) {
    if (cache.peek(id) === asked) cache.delete(id);
    throw error;
  }
}

type Cache = LRUCache<string, Promise<openid.Configuration>>;
const caches = new WeakMap<OutgoingFetch, Cache>();

/** A configuration goes on asking the way it was asked for, so each way has its own. */
function cacheOf(fetch: OutgoingFetch): Cache {
  const known = caches.get(fetch);
  if (known !== undefined) return known;
  const cache: Cache = new LRUCache({ max: MAX_KEPT, ttl: KEEP_MS });
  caches.set(fetch, cache);
  return cache;
}

async function discover(
  { issuer, discoveryUrl, clientId, secret }: OpenIdClient,
  fetch: OutgoingFetch,
): Promise<openid.Configuration> {
  const server = new URL(discoveryUrl ?? issuer);
  const execute = [openid.enableNonRepudiationChecks];
  // Plain http is for an issuer on a private network, and only when the project's owner wrote it so.
  if (server.protocol === 'http:') execute.push(openid.allowInsecureRequests);
  const found = await openid.discovery(server, clientId, undefined, authentication(secret), {
    [openid.customFetch]: fetch,
    execute,
  });
  if (discoveryUrl !== undefined && found.serverMetadata().issuer !== issuer)
    throw new Error('The discovery document names another issuer.');
  return found;
}

/** The secret goes into the body, unless the issuer says that it wants it in the header. */
function authentication(secret: string): openid.ClientAuth {
  if (secret === '') return openid.None();
  const post = openid.ClientSecretPost(secret);
  const basic = openid.ClientSecretBasic(secret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const wantsBasic = methods !== undefined && !methods.includes('client_secret_post');
    (wantsBasic ? basic : post)(server, client, body, headers);
  };
}

/** Our client at a provider. Throws when the settings lack the issuer's address or hold something else in its place. */
export function openIdClient(recipe: OpenIdRecipe, settings: OAuthProviderSettings): OpenIdClient {
  const issuer = recipe.issuer(issuerUrl(settings.url));
  if (issuer === null) throw new Error('The settings of this provider lack the address of its issuer.');
  const protocol = URL.parse(issuer)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new Error('The address of the issuer in the settings of this provider is not an http address.');
  }
  return {
    issuer,
    ...(recipe.discoveryUrl === undefined ? {} : { discoveryUrl: recipe.discoveryUrl }),
    clientId: clientIds(settings)[0] ?? '',
    secret: settings.secret,
  };
}

/** All ids that the project's applications have at the provider; the first is the one of the web. */
export function clientIds(settings: OAuthProviderSettings): string[] {
  return `${settings.client_id},${settings.additional_client_ids}`
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/** People paste the address of the discovery document as well as that of the issuer. */
function issuerUrl(url: string): string {
  return url
    .trim()
    .replace(/\/\.well-known\/.*$/, '')
    .replace(/\/+$/, '');
}
