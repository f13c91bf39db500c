import type { AuthContext } from '../../auth-context.ts';
import { unlessRaced } from '../../oauth/accounts/arrival.ts';
import { audit } from '../../store/audit-log.ts';
import type { Executor, Transaction } from '../../store/run-transaction.ts';
import type { RefusedRow } from './stage-users.ts';

export interface FinishedImport {
  /** How many users there are more now. */
  imported: number;
  /** Rows that somebody else's address, number or id stands in, or an earlier row's. The first thousand. */
  refused: RefusedRow[];
  /** All of them. */
  refusedCount: number;
}

const TOLD_AT_MOST = 1_000;
/** Of one statement: a hundred thousand users take some seconds. */
const PATIENCE = '120s';

/** Rows that cannot be users beside those that are there, or those before them in the file. */
const CONFLICTS = `
with rows as (
  select line, new_user ->> 'id' as id, lower(new_user ->> 'email') as email, new_user ->> 'phone' as phone
  from basalt.user_import_rows where import_id = $1
), judged as (
  select line, case
    when exists (select from auth.users u where u.id = r.id::uuid) then 'A user with this id exists already'
    when row_number() over (partition by id order by line) > 1 then 'An earlier row has this id'
    when exists (select from auth.users u where u.is_sso_user = false and u.email = r.email)
      then 'A user with this email address has already been registered'
    when email is not null and row_number() over (partition by email order by line) > 1
      then 'An earlier row has this email address'
    when exists (select from auth.users u where u.phone = r.phone) then 'A user with this phone number has already been registered'
    when phone is not null and row_number() over (partition by phone order by line) > 1
      then 'An earlier row has this phone number'
  end as problem
  from rows r
)
select line, problem from judged where problem is not null order by line`;

/**
 * Makes users of all rows of an import that can be users, at one moment, and forgets the rows. Nobody is mailed and no hook is asked.
 * @param allOrNothing nobody becomes a user when one of them cannot
 */
export async function finishImport(
  context: AuthContext,
  importId: string,
  allOrNothing: boolean,
): Promise<FinishedImport> {
  return unlessRaced(() =>
    context.db.transaction(async (tx) => {
      await tx.query(`select set_config('statement_timeout', '${PATIENCE}', true)`);
      const refused = await tx.query<{ line: number; problem: string }>(CONFLICTS, [importId]);
      const isRefused = allOrNothing && refused.length > 0;
      const imported = isRefused
        ? 0
        : await insertUsers(
            tx,
            importId,
            refused.map(({ line }) => line),
          );
      await forgetImport(tx, importId);
      if (imported > 0) await audit(context, tx, 'users_imported', null, { count: imported });
      return { imported, refused: refused.slice(0, TOLD_AT_MOST), refusedCount: refused.length };
    }),
  );
}

async function insertUsers(tx: Transaction, importId: string, without: readonly number[]): Promise<number> {
  const taken = `basalt.user_import_rows r where r.import_id = $1 and not r.line = any($2::integer[])`;
  const columns = await userColumns(tx);
  const users = await tx.query(
    `with made as (
       insert into auth.users (${columns})
       select ${columns} from (
         select made.* from ${taken.replace(' where', ', jsonb_populate_record(null::auth.users, r.new_user) as made where')}
       ) as made
       returning 1
     ) select count(*)::integer as count from made`,
    [importId, without],
  );
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     select i ->> 'provider_id', (i ->> 'user_id')::uuid, i -> 'identity_data', i ->> 'provider',
       (r.new_user ->> 'created_at')::timestamptz, (r.new_user ->> 'updated_at')::timestamptz
     from ${taken.replace(' where', ', jsonb_array_elements(r.identities) as i where')}`,
    [importId, without],
  );
  return Number((users[0] as { count?: unknown } | undefined)?.count ?? 0);
}

/** Those that a statement may write: not what the database makes itself. */
async function userColumns(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ columns: string }>(
    `select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_catalog.pg_attribute a
     where a.attrelid = 'auth.users'::pg_catalog.regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  );
  return row?.columns ?? '';
}

/** Lets go of rows that are not to become users. */
export async function forgetImport(db: Executor, importId: string): Promise<void> {
  await db.query('delete from basalt.user_import_rows where import_id = $1', [importId]);
}
