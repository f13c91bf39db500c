import { importJWK, type JWTPayload, SignJWT } from 'jose';
import type { Dependencies } from '../kernel/dependencies.ts';
import { listSigningKeys } from './store.ts';

/** A token with exactly these claims, signed as the project signs those of its users. */
export async function signWithKeyInUse(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  projectId: number,
  claims: JWTPayload,
): Promise<string> {
  const key = (await listSigningKeys(db, projectId)).find(({ status }) => status === 'in_use');
  if (key === undefined) throw new Error(`Project ${projectId} has no signing key in use.`);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: key.algorithm, ...(key.is_legacy ? {} : { kid: key.id }), typ: 'JWT' })
    .sign(await importJWK(JSON.parse(secrets.open(key.sealed_jwk)), key.algorithm));
}
