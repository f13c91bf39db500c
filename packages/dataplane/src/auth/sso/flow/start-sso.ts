import { randomBytes } from 'node:crypto';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import type { CodeChallenge } from '../../flow-state/code-challenge.ts';
import { createFlowState } from '../../flow-state/flow-states.ts';
import { isUuid } from '../../wire/read-body.ts';
import { currentMetadata } from '../metadata/fetch-metadata.ts';
import {
  deleteOldRelayStates,
  findProvider,
  insertRelayState,
  type SsoProvider,
} from '../providers/provider-rows.ts';
import { samlKey } from '../saml/saml-key.ts';
import { askWho, samlAddresses } from '../saml/service-provider.ts';

/** Which identity provider is asked: by its id, or by the domain of the person's address. */
export type Wanted = { providerId: string } | { domain: string };

export interface SsoStart {
  wanted: Wanted;
  /** Already checked against the project's settings. */
  redirectTo: string;
  /** Null: the tokens come back in the address (implicit flow). */
  challenge: CodeChallenge | null;
}

const DAY_MS = 86_400_000;

/**
 * Begins a sign-in by an identity provider. Returns where the browser has to go. What it brings back is the id of a row in the project's
 * own database, good for one answer.
 * @throws {AuthError} sso_provider_not_found, sso_provider_disabled, saml_metadata_fetch_failed
 */
export async function startSso(
  context: AuthContext,
  { wanted, redirectTo, challenge }: SsoStart,
): Promise<string> {
  const { db, now } = context;
  const provider = await wantedProvider(context, wanted);
  const metadata = await currentMetadata(context, provider);
  const key = await samlKey(context);
  const id = `id-${randomBytes(20).toString('hex')}`;
  const relayState = await db.transaction(async (tx) => {
    await deleteOldRelayStates(tx, new Date(now.getTime() - DAY_MS));
    const flow =
      challenge === null
        ? null
        : await createFlowState(context, tx, {
            challenge,
            providerType: `sso:${provider.id}`,
            method: 'sso/saml',
          });
    return insertRelayState(tx, now, {
      sso_provider_id: provider.id,
      request_id: id,
      redirect_to: redirectTo,
      flow_state_id: flow?.id ?? null,
    });
  });
  return askWho(samlAddresses(context), key, { provider, metadata, id, relayState });
}

async function wantedProvider({ db }: AuthContext, wanted: Wanted): Promise<SsoProvider> {
  const provider =
    'domain' in wanted
      ? await findProvider(db, 'domain', wanted.domain)
      : isUuid(wanted.providerId)
        ? await findProvider(db, 'id', wanted.providerId.toLowerCase())
        : null;
  if (provider === null)
    throw new AuthError(
      'sso_provider_not_found',
      'domain' in wanted ? 'No SSO provider assigned for this domain' : undefined,
    );
  if (provider.disabled) throw new AuthError('sso_provider_disabled');
  return provider;
}
