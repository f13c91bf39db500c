import {
  MAX_SECRET_BYTES,
  SECRET_DESCRIPTION_MAX_LENGTH,
  SECRET_NAME_MAX_LENGTH,
  type VaultSecret,
  type VaultSort,
} from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { noSecret, onVault, type VaultClient } from './on-vault.ts';

/** Cut, because SQL may have written longer ones, and whoever replaces the table may answer anything. */
const FACTS = `s.id::pg_catalog.text as id,
  pg_catalog.left(s.name::pg_catalog.text, ${SECRET_NAME_MAX_LENGTH}) as name,
  pg_catalog.left(coalesce(s.description::pg_catalog.text, ''), ${SECRET_DESCRIPTION_MAX_LENGTH}) as description,
  pg_catalog.to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  pg_catalog.to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at`;

const ORDERS: Record<VaultSort, string> = {
  name: 's.name',
  created_at: 's.created_at',
  updated_at: 's.updated_at',
};

export interface ListInput {
  ref: string;
  search?: string | undefined;
  sort: VaultSort;
  descending: boolean;
  limit: number;
  offset: number;
}

/** A page of the secrets of a project's vault, and how many there are. */
export function listSecrets(
  dependencies: Dependencies,
  actor: Actor,
  { ref, search = '', sort, descending, limit, offset }: ListInput,
): Promise<{ secrets: VaultSecret[]; total: number }> {
  const order = `${ORDERS[sort]} ${descending ? 'desc' : 'asc'} nulls last, s.id`;
  const matching = `from vault.secrets as s
    where $1 = '' or s.id::pg_catalog.text = pg_catalog.lower($1)
      or pg_catalog.strpos(pg_catalog.lower(s.name), pg_catalog.lower($1)) > 0
      or pg_catalog.strpos(pg_catalog.lower(s.description), pg_catalog.lower($1)) > 0`;
  return onVault(dependencies, actor, ref, async (client) => {
    const counted = await client.query<{ total: string }>(`select pg_catalog.count(*) as total ${matching}`, [
      search,
    ]);
    const { rows } = await client.query<VaultSecret>(
      `select ${FACTS} ${matching} order by ${order} limit $2 offset $3`,
      [search, limit, offset],
    );
    return { secrets: rows, total: Number(counted.rows[0]?.total ?? 0) };
  });
}

/** @throws PlatformError `not_found`, and `conflict` for one that cannot be decrypted */
export async function revealSecret(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
): Promise<{ decrypted_secret: string }> {
  const found = await onVault(dependencies, actor, ref, async (client) => {
    const { rows } = await client.query<{ secret: string | null }>(
      `select pg_catalog.left(s.decrypted_secret::pg_catalog.text, ${MAX_SECRET_BYTES}) as secret from vault.decrypted_secrets as s where s.id = $1::pg_catalog.uuid`,
      [id],
    );
    return rows[0];
  });
  if (found === undefined) throw noSecret();
  if (found.secret === null)
    throw new PlatformError(
      'conflict',
      'The database has no text for this secret. Set it again, or delete it.',
    );
  dependencies.log('info', { ref, secret: id, account: actor.email }, 'a secret of a vault was revealed');
  return { decrypted_secret: found.secret };
}

export interface NewSecret {
  ref: string;
  name: string;
  description: string;
  secret: string;
}

/** @throws PlatformError `conflict` when the name is taken */
export function createSecret(
  dependencies: Dependencies,
  actor: Actor,
  { ref, name, description, secret }: NewSecret,
): Promise<VaultSecret> {
  return onVault(dependencies, actor, ref, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select vault.create_secret($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text)::pg_catalog.text as id`,
      [secret, name, description],
    );
    return factsOf(client, rows[0]?.id ?? '');
  });
}

export interface ChangedSecret {
  ref: string;
  id: string;
  name?: string | undefined;
  description?: string | undefined;
  secret?: string | undefined;
}

/** What is left out stays as it is. @throws PlatformError `not_found`, `conflict` when the name is taken */
export function updateSecret(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id, name, description, secret }: ChangedSecret,
): Promise<VaultSecret> {
  return onVault(dependencies, actor, ref, async (client) => {
    await client.query(
      `select vault.update_secret(
        $1::pg_catalog.uuid, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text
      )`,
      [id, secret ?? null, name ?? null, description ?? null],
    );
    return factsOf(client, id);
  });
}

/** Cannot be undone. @throws PlatformError `not_found` */
export function deleteSecret(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
): Promise<{ id: string }> {
  return onVault(dependencies, actor, ref, async (client) => {
    const { rowCount } = await client.query('delete from vault.secrets where id = $1::pg_catalog.uuid', [id]);
    if (rowCount === 0) throw noSecret();
    return { id };
  });
}

async function factsOf(client: VaultClient, id: string): Promise<VaultSecret> {
  const { rows } = await client.query<VaultSecret>(
    `select ${FACTS} from vault.secrets as s where s.id = $1::pg_catalog.uuid`,
    [id],
  );
  if (rows[0] === undefined) throw noSecret();
  return rows[0];
}
