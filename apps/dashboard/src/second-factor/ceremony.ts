import type { NewPasskey, PasskeyUse } from '@basalt/contract';
import { type ApiError, toApiError } from '../api/api-error.ts';

/** Whether this browser knows the form in which the server writes what it asks of authenticators. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Has an authenticator make a passkey. Rejects when the person or the authenticator does not want to. */
export async function makePasskey(options: object): Promise<NewPasskey['credential']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return asJson(await navigator.credentials.create({ publicKey }));
}

/** Has an authenticator show a passkey that the person chooses. Rejects when there is none, or they do not want to. */
export async function showPasskey(options: object): Promise<PasskeyUse['credential']> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return asJson(await navigator.credentials.get({ publicKey }));
}

function asJson<Shape>(credential: Credential | null): Shape {
  if (credential === null) throw new DOMException('', 'NotAllowedError');
  return (credential as PublicKeyCredential).toJSON() as Shape;
}

/** Why a ceremony came to nothing: the server's words, or ours about what the browser says. */
export function ceremonyError(error: unknown): ApiError {
  if (!(error instanceof DOMException)) return toApiError(error);
  return { status: 0, code: 'defect', message: browserProblem(error), field: null, requestId: null };
}

function browserProblem({ name }: DOMException): string {
  switch (name) {
    case 'InvalidStateError':
      return 'This device has a passkey of your account already.';
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'This device cannot make a passkey that asks for a PIN or a finger. Try another one.';
    default:
      return 'No passkey was used. Try again, and choose one when the browser asks.';
  }
}
