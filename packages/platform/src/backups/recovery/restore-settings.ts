import { sql } from 'kysely';
import type { Database, Transaction } from '../../kernel/open-database.ts';
import type { StoredAuth, StoredDataApi, StoredRealtime, StoredStorage } from '../../kernel/schema.ts';
import { lockProject } from '../../projects/lock-project.ts';

/** What a row of the history holds: rows as JSON, in which PostgreSQL writes bytes as `\x…` and reads them again. */
interface SettingsContent {
  /** `storage` and `realtime` are missing in what was written down before they had settings. */
  project_api_settings: {
    postgrest: StoredDataApi;
    auth: StoredAuth;
    storage?: StoredStorage;
    realtime?: StoredRealtime;
  } | null;
}

/**
 * Puts keys, signing keys and API settings back to what they were at a moment, sealed as they were. Whoever serves the project
 * hears of it by the triggers of these tables.
 */
export async function restoreSettings(
  transaction: Transaction,
  projectId: number,
  at: string,
): Promise<void> {
  const content = await settingsContentAt(transaction, projectId, at);
  if (content === null || content.project_api_settings === null) return;
  const text = JSON.stringify(content);
  await lockProject(transaction, projectId);
  const begun = await settingsMoment(transaction, projectId);
  await replaceRows(transaction, 'api_keys', projectId, text);
  await replaceRows(transaction, 'signing_keys', projectId, text);
  await replaceRows(transaction, 'storage_access_keys', projectId, text);
  // A change of the JWT secret that was at work then is not taken up again.
  await sql`
    update project_api_settings s
    set legacy_keys_enabled = c.legacy_keys_enabled, postgrest = c.postgrest, auth = c.auth,
      auth_secrets = c.auth_secrets, storage = coalesce(c.storage, '{}'), realtime = coalesce(c.realtime, '{}'), next_jwt_secret = null
    from jsonb_populate_record(null::project_api_settings, ${text}::jsonb -> 'project_api_settings') c
    where s.project_id = ${projectId}`.execute(transaction);
  await forgetStepsBetween(transaction, projectId, begun);
}

async function replaceRows(
  transaction: Transaction,
  table: 'api_keys' | 'signing_keys' | 'storage_access_keys',
  projectId: number,
  content: string,
): Promise<void> {
  await transaction.deleteFrom(table).where('project_id', '=', projectId).execute();
  await sql`
    insert into ${sql.table(table)}
    select * from jsonb_populate_recordset(null::${sql.table(table)}, ${content}::jsonb -> ${table}::text)`.execute(
    transaction,
  );
}

/** The history remembers each row that changes. What was half done inside this transaction was never in force. */
async function forgetStepsBetween(transaction: Transaction, projectId: number, begun: string): Promise<void> {
  await sql`
    delete from project_settings_history
    where project_id = ${projectId} and at > ${begun}::timestamptz
      and at < (select max(at) from project_settings_history where project_id = ${projectId})`.execute(
    transaction,
  );
}

/** The newest that was written down until a moment; null: nothing is known of it. */
export async function settingsContentAt(
  db: Database | Transaction,
  projectId: number,
  at: string,
): Promise<SettingsContent | null> {
  const row = await db
    .selectFrom('project_settings_history')
    .select('content')
    .where('project_id', '=', projectId)
    .where('at', '<=', sql<Date>`${at}::timestamptz`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row?.content as SettingsContent | undefined) ?? null;
}

/** Now, by the clock of a project's history, with all its digits: not before anything in it, also when the clock was set back. */
export async function settingsMoment(db: Database | Transaction, projectId: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(greatest(clock_timestamp(), max(at)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from project_settings_history where project_id = ${projectId}`.execute(db);
  return rows[0]?.at ?? new Date().toISOString();
}
