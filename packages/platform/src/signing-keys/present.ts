import type { SigningKey } from '@basalt/contract';
import type { SigningKeyRow } from '../kernel/schema.ts';

export function presentSigningKey(row: SigningKeyRow): SigningKey {
  return {
    id: row.id,
    algorithm: row.algorithm,
    status: row.status,
    public_jwk: row.public_jwk,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
