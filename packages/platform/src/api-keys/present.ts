import type { ApiKey } from '@basalt/contract';
import type { LegacyRole } from '../jwt-secret/keys.ts';
import type { ApiKeyRow } from '../kernel/schema.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { hashKey, keyPrefix, maskKey } from './key-text.ts';

/** @param reveal false: a secret key is cut short */
export function presentApiKey(row: ApiKeyRow, secrets: SecretBox, reveal: boolean): ApiKey {
  const key = secrets.open(row.sealed_key);
  const isSecret = row.type === 'secret';
  return {
    api_key: isSecret && !reveal ? maskKey(key) : key,
    id: row.id,
    type: row.type,
    prefix: keyPrefix(key),
    name: row.name,
    description: row.description,
    hash: row.key_hash.toString('base64url'),
    secret_jwt_template: isSecret ? { role: 'service_role' } : null,
    inserted_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Legacy keys have no row: their id is their name, which is the role they stand for. */
export function presentLegacyKey(role: LegacyRole, key: string, issuedAt: Date): ApiKey {
  return {
    api_key: key,
    id: role,
    type: 'legacy',
    prefix: keyPrefix(key),
    name: role,
    description: `Legacy ${role} key`,
    hash: hashKey(key).toString('base64url'),
    secret_jwt_template: null,
    inserted_at: issuedAt.toISOString(),
    updated_at: issuedAt.toISOString(),
  };
}
