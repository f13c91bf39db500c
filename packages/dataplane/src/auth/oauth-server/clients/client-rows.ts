import type { Executor } from '../../store/run-transaction.ts';
import { insertRow, type TimeText, updateRow } from '../../store/write-row.ts';

export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none';
export type ClientType = 'public' | 'confidential';

/** A row of `auth.oauth_clients`: an application that users of the project can sign in to. Lists are separated by commas. */
export interface ClientRow {
  id: string;
  client_secret_hash: string | null;
  registration_type: 'dynamic' | 'manual';
  redirect_uris: string;
  grant_types: string;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  created_at: TimeText;
  updated_at: TimeText;
  deleted_at: TimeText;
  client_type: ClientType;
  token_endpoint_auth_method: ClientAuthMethod;
}
export type ClientColumns = Omit<ClientRow, 'created_at' | 'updated_at' | 'deleted_at'>;

/** Those that were deleted stay as rows, and are not found. */
export async function findClient(db: Executor, id: string): Promise<ClientRow | null> {
  const rows = await db.query<ClientRow>(
    'select * from auth.oauth_clients where id = $1 and deleted_at is null',
    [id],
  );
  return rows[0] ?? null;
}

/** A page of clients, newest first, and how many there are in all. */
export async function listClients(
  db: Executor,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ clients: ClientRow[]; total: number }> {
  const [counted] = await db.query<{ total: unknown }>(
    'select pg_catalog.count(*) as total from auth.oauth_clients where deleted_at is null',
  );
  const clients = await db.query<ClientRow>(
    `select * from auth.oauth_clients where deleted_at is null
     order by created_at desc, id limit $1 offset $2`,
    [limit, offset],
  );
  return { clients, total: Number(counted?.total ?? 0) };
}

export function insertClient(db: Executor, now: Date, columns: ClientColumns): Promise<ClientRow> {
  const time = now.toISOString();
  return insertRow<ClientRow>(db, 'oauth_clients', { ...columns, created_at: time, updated_at: time });
}

export function updateClient(
  db: Executor,
  now: Date,
  id: string,
  changes: Partial<ClientColumns> & { deleted_at?: string },
): Promise<ClientRow | null> {
  return updateRow<ClientRow>(db, 'oauth_clients', id, { ...changes, updated_at: now.toISOString() });
}
