import type { Outgoing } from '@basalt/network';
import * as openid from 'openid-client';
import type { OpenIdSettings } from '../kernel/settings.ts';

/** Issuers change their endpoints rarely; the library looks up new keys by itself. */
const KEEP_MS = 60 * 60_000;

interface Kept {
  at: number;
  configuration: Promise<openid.Configuration>;
}
const kept = new WeakMap<OpenIdSettings, Kept>();

/**
 * What the issuer publishes about itself, ready for requests as its client. Asked for once an hour; a failure is not remembered.
 * Rejects when it cannot be reached, names another issuer or does not speak OpenID Connect.
 */
export async function openIdConfiguration(
  provider: OpenIdSettings,
  { fetch }: Pick<Outgoing, 'fetch'>,
): Promise<openid.Configuration> {
  const known = kept.get(provider);
  if (known !== undefined && Date.now() - known.at < KEEP_MS) return await known.configuration;
  const issuer = new URL(provider.issuer);
  const configuration = openid.discovery(
    issuer,
    provider.clientId,
    undefined,
    openid.ClientSecretPost(provider.clientSecret),
    {
      [openid.customFetch]: fetch,
      execute: [
        openid.enableNonRepudiationChecks,
        // Plain http is for an issuer in a private network, and only where the operator wrote it so.
        ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
  const entry: Kept = { at: Date.now(), configuration };
  kept.set(provider, entry);
  try {
    return await configuration;
  } catch (error) {
    if (kept.get(provider) === entry) kept.delete(provider);
    throw error;
  }
}
