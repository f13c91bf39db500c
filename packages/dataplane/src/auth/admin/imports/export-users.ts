import type { Executor } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { isoTime, type TimeText } from '../../store/write-row.ts';

export interface ExportPage {
  /** The id behind which the page begins; null: at the first user. */
  after: string | null;
  limit: number;
  withHashes: boolean;
}

/** Users by id, as an import takes them. Accounts of single sign-on and anonymous ones are not among them: they are nobody elsewhere. */
export async function exportUsers(
  db: Executor,
  { after, limit, withHashes }: ExportPage,
): Promise<{ users: Record<string, unknown>[]; next: string | null }> {
  const rows = await db.query<UserRow>(
    `select * from auth.users where ($1::uuid is null or id > $1) and not is_sso_user and not is_anonymous and deleted_at is null
       and (coalesce(email, '') <> '' or coalesce(phone, '') <> '')
     order by id limit $2`,
    [after, limit],
  );
  return {
    users: rows.map((row) => exported(row, withHashes)),
    next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}

function exported(row: UserRow, withHashes: boolean): Record<string, unknown> {
  const times = {
    created_at: row.created_at,
    last_sign_in_at: row.last_sign_in_at,
    invited_at: row.invited_at,
    email_confirmed_at: row.email_confirmed_at,
    phone_confirmed_at: row.phone_confirmed_at,
  } satisfies Record<string, TimeText>;
  const kept = {
    email: row.email,
    phone: row.phone,
    role: row.role,
    ...(withHashes ? { password_hash: row.encrypted_password } : {}),
    ...Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time ? isoTime(time) : null])),
  };
  return {
    id: row.id,
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null && value !== '')),
    email_confirm: row.email_confirmed_at !== null,
    ...(row.phone ? { phone_confirm: row.phone_confirmed_at !== null } : {}),
    user_metadata: row.raw_user_meta_data ?? {},
    app_metadata: row.raw_app_meta_data ?? {},
  };
}
