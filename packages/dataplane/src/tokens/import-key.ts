import { type CryptoKey, importJWK, type JWK } from 'jose';

type ImportedKey = CryptoKey | Uint8Array;

const imported = new WeakMap<JWK, Promise<ImportedKey>>();

/** A key ready for use. Importing costs more than signing, so it is done once per key object. */
export function importKey(jwk: JWK, algorithm: string): Promise<ImportedKey> {
  let key = imported.get(jwk);
  if (key === undefined) {
    key = importJWK(jwk, algorithm);
    imported.set(jwk, key);
  }
  return key;
}
