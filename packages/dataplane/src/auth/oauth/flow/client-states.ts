import { randomUUID } from 'node:crypto';
import type { Executor } from '../../store/transaction.ts';

/** A row of `auth.oauth_client_states`: our half of a sign-in that is under way at a provider. */
export interface ClientStateRow {
  id: string;
  provider_type: string;
  code_verifier: string;
}

export async function insertClientState(
  db: Executor,
  now: Date,
  provider: string,
  verifier: string,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, $2, $3, $4)`,
    [id, provider, verifier, now.toISOString()],
  );
  return id;
}

/** Takes the row away, so that a second answer of the provider finds nothing. */
export async function takeClientState(db: Executor, id: string): Promise<ClientStateRow | null> {
  const rows = await db.query<ClientStateRow>(
    `delete from auth.oauth_client_states where id = $1 returning id, provider_type, coalesce(code_verifier, '') as code_verifier`,
    [id],
  );
  return rows[0] ?? null;
}

/** Some of those whose people never came back. */
export async function deleteOldClientStates(db: Executor, before: Date): Promise<void> {
  await db.query(
    `delete from auth.oauth_client_states where id in
       (select id from auth.oauth_client_states where created_at < $1 limit 100 for update skip locked)`,
    [before.toISOString()],
  );
}
