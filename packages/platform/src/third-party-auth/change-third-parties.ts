import { MOST_THIRD_PARTIES, type ThirdPartyAuth } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { checkAddress, type KeySource, resolveKeys } from './resolve-keys.ts';
import { listThirdParties, noSuchThirdParty, presentThirdParty } from './store.ts';

/**
 * Lets tokens of another issuer in. Its keys are read before anything is kept.
 * @throws PlatformError `bad_request`, `conflict`
 */
export async function createThirdParty(
  { db, outgoing, untilServed }: Dependencies,
  actor: Actor,
  ref: string,
  source: KeySource,
): Promise<ThirdPartyAuth> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  checkSource(source);
  const resolved = JSON.stringify(await resolveKeys(source, outgoing));
  const { oidc_issuer_url, jwks_url, custom_jwks } = source;
  const created = await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const present = await listThirdParties(transaction, project.id);
    if (present.length >= MOST_THIRD_PARTIES)
      throw new PlatformError(
        'conflict',
        `A project takes tokens of ${MOST_THIRD_PARTIES} other issuers at most. Delete one that is not needed.`,
      );
    if (oidc_issuer_url !== null && present.some((one) => one.oidc_issuer_url === oidc_issuer_url))
      throw new PlatformError('conflict', 'Tokens of this issuer are taken already.', {
        field: 'oidc_issuer_url',
      });
    const row = await transaction
      .insertInto('third_party_auth')
      .values({
        project_id: project.id,
        oidc_issuer_url,
        jwks_url,
        custom_jwks: custom_jwks === null ? null : resolved,
        resolved_jwks: resolved,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(transaction, { before: null, after: { oidc_issuer_url, jwks_url } });
    return row;
  });
  await untilServed(ref);
  return presentThirdParty(created);
}

/** Its tokens are refused when this returns. @throws PlatformError `not_found` */
export async function deleteThirdParty(
  { db, untilServed }: Dependencies,
  actor: Actor,
  { ref, tpa_id }: { ref: string; tpa_id: string },
): Promise<ThirdPartyAuth> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  const deleted = await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('third_party_auth')
      .where('project_id', '=', project.id)
      .where('id', '=', tpa_id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw noSuchThirdParty();
    const { oidc_issuer_url, jwks_url } = row;
    await recordChange(transaction, { before: { oidc_issuer_url, jwks_url }, after: null });
    return row;
  });
  await untilServed(ref);
  return presentThirdParty(deleted);
}

/** @throws PlatformError `bad_request` */
function checkSource({ oidc_issuer_url, jwks_url, custom_jwks }: KeySource): void {
  if (jwks_url !== null && custom_jwks !== null)
    throw new PlatformError('bad_request', 'custom_jwks: name the keys or their address, not both.', {
      field: 'custom_jwks',
    });
  if (oidc_issuer_url === null && jwks_url === null && custom_jwks === null)
    throw new PlatformError('bad_request', 'oidc_issuer_url: name the issuer, or its keys.', {
      field: 'oidc_issuer_url',
    });
  // Beside keys it is only compared with what tokens say.
  if (oidc_issuer_url !== null && jwks_url === null && custom_jwks === null)
    checkAddress(oidc_issuer_url, 'oidc_issuer_url');
  if (jwks_url !== null) checkAddress(jwks_url, 'jwks_url');
}
