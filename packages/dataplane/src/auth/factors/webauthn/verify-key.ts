import { asAssertion, asRegistration, userHandle } from '@basalt/network/webauthn';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import { verificationFailed, verifyAssertion, verifyRegistration } from '../../webauthn/ceremonies.ts';
import { relyingParty } from '../../webauthn/relying-party.ts';
import type { Fields, JsonObject } from '../../wire/read-body.ts';
import { lockFactorCredentials, storeFactorCredential } from './factor-credentials.ts';

/** What a browser answered to the challenge of a security key. */
export interface KeyProof {
  type: 'create' | 'request';
  response: JsonObject;
}

/** The field `webauthn` of a proof. Throws `validation_failed`. */
export function readKeyProof(body: Fields): KeyProof {
  const webauthn = body.object('webauthn');
  if (!webauthn) throw new AuthError('validation_failed', 'WebAuthn config required');
  const { type, credential_response: response } = webauthn;
  if (type !== 'create' && type !== 'request')
    throw new AuthError('validation_failed', 'WebAuthn type must be create or request');
  if (typeof response !== 'object' || response === null || Array.isArray(response)) throw invalidResponse();
  return { type, response: response as JsonObject };
}

/**
 * Checks what an authenticator answered, and keeps its credential or notes its use. Returns the id of the factor whose key
 * it was: people with several keys may take any of them. Throws `validation_failed`, `webauthn_verification_failed`.
 */
export async function verifyKey(
  context: AuthContext,
  tx: Transaction,
  factor: FactorRow,
  challenge: string,
  proof: KeyProof,
): Promise<string> {
  // The first proof makes a key, and no later one can put another in its place.
  if ((proof.type === 'create') !== (factor.status === 'unverified')) throw verificationFailed();
  return proof.type === 'create'
    ? await takeKey(context, tx, factor, challenge, proof.response)
    : await useKey(context, tx, factor, challenge, proof.response);
}

async function takeKey(
  { now, settings }: AuthContext,
  tx: Transaction,
  factor: FactorRow,
  challenge: string,
  given: JsonObject,
): Promise<string> {
  const response = asRegistration(given);
  if (!response) throw invalidResponse();
  const credential = await verifyRegistration(relyingParty(settings), challenge, response);
  const known = await lockFactorCredentials(tx, factor.user_id);
  if (known.some(({ credential: { id } }) => id.equals(credential.id))) throw verificationFailed();
  await storeFactorCredential(tx, now, factor.id, credential);
  return factor.id;
}

async function useKey(
  { now, settings }: AuthContext,
  tx: Transaction,
  { user_id }: FactorRow,
  challenge: string,
  given: JsonObject,
): Promise<string> {
  const response = asAssertion(given);
  if (!response) throw invalidResponse();
  const { userHandle: told } = response.response;
  if (told && told !== userHandle(user_id)) throw verificationFailed();
  const id = Buffer.from(response.id, 'base64url');
  const key = (await lockFactorCredentials(tx, user_id)).find(({ credential }) => credential.id.equals(id));
  if (!key) throw verificationFailed();
  const use = await verifyAssertion(relyingParty(settings), challenge, response, key.credential);
  await storeFactorCredential(tx, now, key.factorId, { ...key.credential, ...use });
  return key.factorId;
}

function invalidResponse(): AuthError {
  return new AuthError('validation_failed', 'Invalid credential_response', { keepChanges: true });
}
