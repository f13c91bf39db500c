import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { newUserColumns } from '../../store/users.ts';
import { type Fields, fieldsOf, type JsonObject } from '../../wire/read-body.ts';
import { newColumns } from '../users/create-user.ts';
import { readUserFields, type UserFields } from '../users/read-user-fields.ts';
import { givenPasswordHash, ownIdentities } from '../users/user-changes.ts';

/** Why one row of an import is not taken. */
export interface RefusedRow {
  /** Where it stands in the file, as its sender counts. */
  line: number;
  problem: string;
}

const ROWS_AT_MOST = 2_000;
const LAST_LINE = 2_000_000_000;
const DAY_MS = 86_400_000;

/**
 * Takes rows of an import, for when it is finished: nobody is a user by it yet. Returns those that cannot become users. A row that comes
 * again replaces what was there. @throws {AuthError} validation_failed when the request itself is wrong
 */
export async function stageUsers(
  context: AuthContext,
  importId: string,
  rows: unknown,
): Promise<RefusedRow[]> {
  if (!Array.isArray(rows) || rows.length > ROWS_AT_MOST)
    throw new AuthError('validation_failed', `rows must be a list of at most ${ROWS_AT_MOST}`);
  const refused: RefusedRow[] = [];
  const staged: { line: number; new_user: JsonObject; identities: JsonObject[] }[] = [];
  for (const row of rows) {
    const { line, user } = readRow(row);
    try {
      staged.push({ line, ...(await stagedUser(context, user)) });
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      refused.push({ line, problem: error.message });
    }
  }
  const [time, old] = [context.now, new Date(context.now.getTime() - DAY_MS)].map((moment) =>
    moment.toISOString(),
  );
  await context.db.query('delete from basalt.user_import_rows where staged_at < $1', [old]);
  await context.db.query(
    `insert into basalt.user_import_rows (import_id, line, staged_at, new_user, identities)
     select $1, r.line, $2, r.new_user, r.identities
     from pg_catalog.jsonb_to_recordset($3::jsonb) as r (line integer, new_user jsonb, identities jsonb)
     on conflict (import_id, line) do update set new_user = excluded.new_user, identities = excluded.identities`,
    [importId, time, JSON.stringify(staged)],
  );
  return refused;
}

function readRow(row: unknown): { line: number; user: Fields } {
  const { line, user } = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
  const isRow =
    Number.isInteger(line) &&
    Number(line) >= 0 &&
    Number(line) <= LAST_LINE &&
    typeof user === 'object' &&
    user !== null &&
    !Array.isArray(user);
  if (!isRow) throw new AuthError('validation_failed', 'each of rows must have a line and a user');
  return { line: Number(line), user: fieldsOf(user as JsonObject) };
}

/** What the database gives to rows that do not say it; rows that were read from JSON say everything. */
const NOTHING_YET = {
  is_sso_user: false,
  is_anonymous: false,
  phone_change: '',
  phone_change_token: '',
  email_change_token_current: '',
  email_change_confirm_status: 0,
  reauthentication_token: '',
};

async function stagedUser(
  context: AuthContext,
  body: Fields,
): Promise<{ new_user: JsonObject; identities: JsonObject[] }> {
  const fields = readUserFields(body, context.now);
  if (fields.email === null && fields.phone === null)
    throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone');
  if (fields.password !== null)
    throw new AuthError('validation_failed', 'Passwords are imported as hashes, in password_hash');
  const hash = await givenPasswordHash(context, fields);
  const columns = newUserColumns(context.now, {
    ...newColumns(fields, context.now),
    encrypted_password: hash ?? '',
  });
  const times = readTimes(body, fields);
  return {
    new_user: { ...NOTHING_YET, ...columns, ...times },
    identities: ownIdentities(columns.id, fields),
  };
}

const TIMES = [
  'created_at',
  'last_sign_in_at',
  'invited_at',
  'email_confirmed_at',
  'phone_confirmed_at',
] as const;

/** Moments that the row names, in place of now. */
function readTimes(body: Fields, { email, phone }: UserFields): JsonObject {
  const given = TIMES.flatMap((name) => {
    const text = body.text(name);
    if (!text || (name === 'email_confirmed_at' && !email) || (name === 'phone_confirmed_at' && !phone))
      return [];
    const time = new Date(text);
    const year = time.getUTCFullYear();
    if (!(year >= 1900 && year <= 9999))
      throw new AuthError('validation_failed', `${name} is no time such as 2026-01-31T12:00:00Z`);
    return [[name, time.toISOString()]];
  });
  return Object.fromEntries(given);
}
