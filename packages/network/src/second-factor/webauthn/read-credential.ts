import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

type JsonObject = Record<string, unknown>;

const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** No more than authenticators make (WebAuthn, 5.8.3 and 4): longer ones are made up. */
const ID_AT_MOST = 1_364;

/** What `navigator.credentials.create` gave, as far as its shape goes; null when it cannot be that. */
export function asRegistration(credential: JsonObject): RegistrationResponseJSON | null {
  return hasShape(credential, ['clientDataJSON', 'attestationObject'])
    ? (credential as unknown as RegistrationResponseJSON)
    : null;
}

/** What `navigator.credentials.get` gave, as far as its shape goes; null when it cannot be that. */
export function asAssertion(credential: JsonObject): AuthenticationResponseJSON | null {
  return hasShape(credential, ['clientDataJSON', 'authenticatorData', 'signature'])
    ? (credential as unknown as AuthenticationResponseJSON)
    : null;
}

function hasShape({ id, rawId, type, response }: JsonObject, fields: readonly string[]): boolean {
  if (!isBase64url(id) || id !== rawId || id.length > ID_AT_MOST || type !== 'public-key') return false;
  if (typeof response !== 'object' || response === null) return false;
  return fields.every((name) => isBase64url((response as JsonObject)[name]));
}

function isBase64url(value: unknown): value is string {
  return typeof value === 'string' && BASE64URL.test(value);
}

const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** How the authenticator can be reached, of the ways that are known. */
export function transportsOf({ response }: RegistrationResponseJSON): string[] {
  const told: unknown = response.transports;
  if (!Array.isArray(told)) return [];
  return [...new Set(told.filter((name) => TRANSPORTS.has(name)))];
}
