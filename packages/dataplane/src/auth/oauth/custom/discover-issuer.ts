import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import type { CustomProviderRow } from './custom-provider-rows.ts';

/** What is kept of a discovery document, and the names that clients of the admin API know it by. */
const KEPT = {
  issuer: 'issuer',
  authorization_endpoint: 'authorization_endpoint',
  token_endpoint: 'token_endpoint',
  jwks_uri: 'jwks_uri',
  userinfo_endpoint: 'userinfo_endpoint',
  revocation_endpoint: 'revocation_endpoint',
  supported_scopes: 'scopes_supported',
  supported_response_types: 'response_types_supported',
  supported_subject_types: 'subject_types_supported',
  supported_id_token_signing_algs: 'id_token_signing_alg_values_supported',
} as const;
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * A provider with what its issuer says about itself, asked now, so that a wrong address is told to whoever saves it and not to whoever
 * signs in. Throws `validation_failed`, `over_request_rate_limit`.
 */
export async function discoverIssuer(
  context: AuthContext,
  row: CustomProviderRow,
): Promise<CustomProviderRow> {
  const { provider_type, issuer, discovery_url } = row;
  if (provider_type !== 'oidc' || issuer === null) return row;
  const cached_discovery = await readDiscovery(context, { issuer, discovery_url });
  return { ...row, cached_discovery, discovery_cached_at: context.now.toISOString() };
}

/** What an issuer says about itself, as far as it is kept. Throws `validation_failed`, `over_request_rate_limit`. */
export async function readDiscovery(
  { services, project }: AuthContext,
  { issuer, discovery_url }: { issuer: string; discovery_url: string | null },
): Promise<Record<string, unknown>> {
  const { outgoing, waitingForProviders, log } = services;
  const address = discovery_url ?? `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  let document: Record<string, unknown>;
  try {
    document = await waitingForProviders(project.ref, () =>
      outgoing.attempt(async () => {
        const response = await outgoing.fetch(address, { headers: { accept: 'application/json' } });
        if (response.status !== 200) throw new Error(`The issuer answered ${response.status}.`);
        return (await response.json()) as Record<string, unknown>;
      }),
    );
  } catch (cause) {
    if (cause instanceof AuthError) throw cause;
    log.warn({ ref: project.ref, failure: describeFailure(cause) }, 'a discovery document was not read');
    throw new AuthError('validation_failed', 'The discovery document of the issuer cannot be read', {
      cause,
    });
  }
  const problem = problemOf(document, issuer);
  if (problem !== null) throw new AuthError('validation_failed', problem);
  const kept = Object.entries(KEPT).flatMap(([name, there]) =>
    document[there] === undefined ? [] : [[name, document[there]]],
  );
  return Object.fromEntries(kept);
}

function problemOf(document: Record<string, unknown> | null, issuer: string): string | null {
  if (typeof document !== 'object' || document === null) return 'The discovery document is no JSON object';
  if (document.issuer !== issuer) return 'The discovery document names another issuer';
  const missing = NEEDED.find((field) => !/^https:\/\//.test(String(document[field])));
  return missing === undefined ? null : `The discovery document has no ${missing} that begins with https://`;
}
