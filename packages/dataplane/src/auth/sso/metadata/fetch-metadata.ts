import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import { instant } from '../../store/write-row.ts';
import { keepMetadata, type SsoProvider } from '../providers/provider-rows.ts';
import { type IdentityProvider, MetadataProblem, readMetadata } from './read-metadata.ts';

const DAY_MS = 86_400_000;
const LEAST_MS = 60_000;

/**
 * The metadata at an address that the project's owner named.
 * @throws {AuthError} saml_metadata_fetch_failed, over_request_rate_limit
 */
export async function fetchMetadata({ services, project }: AuthContext, url: string): Promise<string> {
  const { outgoing, waitingForProviders, log } = services;
  try {
    return await waitingForProviders(project.ref, () =>
      outgoing.attempt(async () => {
        const response = await outgoing.fetch(url, {
          headers: { accept: 'application/samlmetadata+xml, */*' },
        });
        if (response.status !== 200) throw new Error(`The server answered ${response.status}.`);
        return response.text();
      }),
    );
  } catch (cause) {
    if (cause instanceof AuthError) throw cause;
    log.warn({ ref: project.ref, failure: describeFailure(cause) }, 'metadata were not fetched');
    throw new AuthError('saml_metadata_fetch_failed', undefined, { cause });
  }
}

/** Metadata for whoever gave them. @throws {AuthError} validation_failed */
export function readGivenMetadata(xml: string): IdentityProvider {
  try {
    return readMetadata(xml);
  } catch (error) {
    if (!(error instanceof MetadataProblem)) throw error;
    throw new AuthError('validation_failed', error.message, { cause: error });
  }
}

/**
 * What is known of a provider, fetched anew when that is due. As long as the former metadata may be used, they are where the new ones
 * cannot be had. @throws {AuthError} saml_metadata_fetch_failed
 */
export async function currentMetadata(
  context: AuthContext,
  { saml }: SsoProvider,
): Promise<IdentityProvider> {
  const known = readGivenMetadata(saml.metadata_xml);
  const isOver = known.validUntil !== null && known.validUntil <= context.now;
  const life = known.cacheSeconds === null ? DAY_MS : Math.max(known.cacheSeconds * 1000, LEAST_MS);
  const isDue = isOver || instant(saml.updated_at) + Math.min(life, DAY_MS) <= context.now.getTime();
  if (saml.metadata_url === null || !isDue) return known;
  try {
    const xml = await fetchMetadata(context, saml.metadata_url);
    const fetched = readGivenMetadata(xml);
    if (fetched.entityId !== saml.entity_id) throw new AuthError('saml_entity_id_mismatch');
    await keepMetadata(context.db, saml.id, xml, context.now);
    return fetched;
  } catch (error) {
    if (isOver || !(error instanceof AuthError)) throw error;
    return known;
  }
}
