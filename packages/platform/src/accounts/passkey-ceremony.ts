import { isIP } from 'node:net';
import type { NewPasskey, PasskeyUse } from '@basalt/contract';
import {
  type Credential,
  type CredentialUse,
  newChallenge,
  type RelyingParty,
  requestOptions,
  userHandle,
  verifyAssertion,
  verifyRegistration,
} from '@basalt/network/webauthn';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { type SealedFlow, sealFlow, unsealFlow } from './sealed-flow.ts';

/** What passkeys are made and checked with. */
export interface PasskeyScope extends Pick<Dependencies, 'db' | 'secrets'> {
  settings: Pick<PlatformSettings, 'dashboardUrl'>;
}

const LIFE_MS = 5 * 60_000;
const NAME = 'Basalt';

/** A ceremony that was begun. The browser keeps it, sealed; nothing of it is kept here. */
interface Ceremony extends SealedFlow {
  kind: 'passkey use' | 'new passkey';
  /** Milliseconds since 1970. */
  made: number;
  challenge: string;
  /** Whose new passkey it is; null where the authenticator says whose it is. */
  accountId: string | null;
}

/**
 * The dashboard at its one address, whatever host a request names. Null where browsers make no passkeys: at an address of numbers, and
 * without encryption but on the machine itself, whose own number is `localhost` too.
 */
export function dashboardParty({
  dashboardUrl,
}: Pick<PlatformSettings, 'dashboardUrl'>): RelyingParty | null {
  const url = new URL(dashboardUrl);
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost';
  const { protocol, hostname, origin } = url;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (hostname.startsWith('[') || isIP(hostname) !== 0 || (protocol !== 'https:' && !isLocal)) return null;
  return { id: hostname, name: NAME, origins: [origin], verification: 'required' };
}

/** @throws PlatformError `not_found` where there can be no passkeys */
export function requireParty(settings: Pick<PlatformSettings, 'dashboardUrl'>): RelyingParty {
  const party = dashboardParty(settings);
  if (party === null)
    throw new PlatformError(
      'not_found',
      `Browsers make no passkeys for ${settings.dashboardUrl}: the dashboard needs a name and HTTPS, or localhost.`,
    );
  return party;
}

/** @param accountId of a new passkey */
export function beginCeremony(
  secrets: SecretBox,
  kind: Ceremony['kind'],
  accountId: string | null,
): { flow: string; challenge: string } {
  const made = Date.now();
  const challenge = newChallenge();
  const ceremony: Ceremony = { kind, made, until: made + LIFE_MS, challenge, accountId };
  return { flow: sealFlow(secrets, ceremony), challenge };
}

/** Begins to show a passkey, without knowing whose: the authenticator says it. @throws PlatformError `not_found` */
export function beginPasskeyUse({ secrets, settings }: Pick<PasskeyScope, 'secrets' | 'settings'>): {
  flow: string;
  options: Record<string, unknown>;
} {
  const party = requireParty(settings);
  const { flow, challenge } = beginCeremony(secrets, 'passkey use', null);
  return { flow, options: requestOptions(party, challenge) };
}

/**
 * Checks a passkey that was shown, and notes its use. One that an older or the same challenge was answered with is refused, and so is one
 * whose counter went back: both are traces of a copy.
 * @param accountId whose it has to be; null: anybody's
 * @returns whose it is, null when it is refused
 * @throws PlatformError `not_found`, `bad_request`
 */
export async function takePasskey(
  transaction: Transaction,
  { secrets, settings }: PasskeyScope,
  { flow, credential }: PasskeyUse,
  accountId: string | null,
): Promise<string | null> {
  const party = requireParty(settings);
  const { made, challenge } = unsealFlow<Ceremony>(secrets, flow, 'passkey use');
  // Locked, so that uses of each follow each other.
  const row = await transaction
    .selectFrom('account_passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || made <= row.last_challenge) return null;
  if (accountId !== null && row.account_id !== accountId) return null;
  const told = credential.response.userHandle;
  if (told != null && told !== userHandle(row.account_id)) return null;
  const { userHandle: _, ...response } = credential.response;
  const use = await verifyAssertion(
    party,
    challenge,
    { ...credential, response, clientExtensionResults: {} },
    {
      id: row.credential_id,
      publicKey: row.public_key,
      signCount: row.sign_count,
      transports: row.transports,
      backupEligible: row.backup_eligible,
      backedUp: row.backed_up,
      aaguid: row.aaguid,
      attestation: row.attestation,
    },
  ).catch((): CredentialUse | null => null);
  if (use === null) return null;
  await transaction
    .updateTable('account_passkeys')
    .set({
      sign_count: use.signCount,
      backed_up: use.backedUp,
      last_challenge: made,
      last_used_at: new Date(),
    })
    .where('id', '=', row.id)
    .execute();
  return row.account_id;
}

/**
 * Checks a passkey that an authenticator has just made.
 * @throws PlatformError `bad_request` for one of another ceremony or account, and whatever is wrong about it
 */
export async function checkNewPasskey(
  { secrets, settings }: PasskeyScope,
  { flow, credential }: NewPasskey,
  accountId: string,
): Promise<Credential> {
  const party = requireParty(settings);
  const begun = unsealFlow<Ceremony>(secrets, flow, 'new passkey');
  const refused = new PlatformError('bad_request', 'This passkey was not accepted. Begin again.');
  if (begun.accountId !== accountId) throw refused;
  const { transports = [], ...response } = credential.response;
  const answer = { ...credential, response: { ...response, transports: transports as 'usb'[] } };
  return verifyRegistration(party, begun.challenge, { ...answer, clientExtensionResults: {} }).catch(() => {
    throw refused;
  });
}
