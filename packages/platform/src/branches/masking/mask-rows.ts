import { randomBytes } from 'node:crypto';
import type { MaskTableRules } from '@basalt/contract';
import { SQLSTATE, toQueryError } from '@basalt/postgres';
import { quoteIdent } from '@basalt/sql';
import type { Client } from 'pg';
import { isDatabaseAway, isDiskFull } from '../../kernel/failures.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import { removeLargeObjects, tablesOfRows } from '../remove-rows.ts';
import {
  digestOf,
  fakeEmail,
  fakePhone,
  maskStatement,
  nameOf,
  orphanStatement,
  subsetStatement,
} from './mask-sql.ts';
import { planMasking } from './plan-masking.ts';
import { PLATFORM_SCHEMAS, readForeignKeys, readTables } from './read-tables.ts';

/** A circle of foreign keys ends when there are no rows left; longer chains than this are none. */
const MOST_ROUNDS = 1_000;

/** Code of users that would run all the same, as a superuser. */
const STUBBORN = `
select 'trigger ' || format('%I on %s', tgname, tgrelid::regclass) as name
from pg_trigger join pg_proc p on p.oid = tgfoid
where not tgisinternal and tgenabled in ('R', 'A') and p.pronamespace::regnamespace::text <> all ($1)
union all
select 'rule ' || format('%I on %s', rulename, ev_class::regclass)
from pg_rewrite where ev_enabled in ('R', 'A') and ev_type in ('2', '4')
union all
select 'event trigger ' || quote_ident(evtname) from pg_event_trigger join pg_proc p on p.oid = evtfoid
where evtenabled in ('R', 'A') and p.pronamespace::regnamespace::text <> all ($1)
limit 1`;

/**
 * Masks a whole database: rows of people by rules, users without what names them, and nothing of what services keep. All of it, or
 * nothing. No triggers and no rules of users run. Old values stay in unused parts of its files: what is copied out of it by statements is
 * masked, and its files are nobody's.
 * @param client a superuser's, of a copy that nobody reaches
 * @throws PlatformError `conflict` with the table and what does not fit
 */
export async function maskRows(client: Client, rules: readonly MaskTableRules[]): Promise<void> {
  await client.query(
    'set search_path = pg_catalog, extensions; set session_replication_role = replica; set statement_timeout = 0',
  );
  const [stubborn] = (await client.query<{ name: string }>(STUBBORN, [PLATFORM_SCHEMAS])).rows;
  if (stubborn !== undefined)
    throw new PlatformError(
      'conflict',
      `The rows were not masked, because the ${stubborn.name} runs in replicas too. Change it to run at the origin only.`,
    );
  await client.query('begin');
  const tables = await readTables(client);
  const keys = await readForeignKeys(client);
  const salt = randomBytes(16).toString('hex');
  const plans = planMasking(tables, keys, rules);
  for (const name of await tablesOfServices(client)) await client.query(`delete from ${name}`);
  for (const plan of plans) {
    const statement = subsetStatement(plan);
    if (statement !== null) await run(client, nameOf(plan.table), statement);
  }
  await removeOrphans(client, keys.map(orphanStatement));
  for (const plan of plans) {
    const name = nameOf(plan.table);
    const statement = maskOf(name, () => maskStatement(plan, salt));
    if (statement !== null) await run(client, name, statement);
  }
  await maskUsers(client, salt);
  await removeLargeObjects(async (sql) => (await client.query(sql)).rows.length);
  await client.query('commit');
}

/** What services keep: sessions, tokens, logs, files, secrets, jobs, messages. */
async function tablesOfServices(client: Client): Promise<string[]> {
  const kept = ['auth.users', 'auth.identities'];
  const found = await tablesOfRows(client);
  return found.flatMap(({ schema, name }) =>
    PLATFORM_SCHEMAS.includes(schema) && !kept.includes(`${schema}.${name}`)
      ? [nameOf({ schema, name })]
      : [],
  );
}

async function removeOrphans(client: Client, statements: readonly string[]): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let removed = 0;
    for (const statement of statements) removed += (await client.query(statement)).rowCount ?? 0;
    if (removed === 0) return;
  }
  throw new PlatformError('conflict', 'The rows were not masked: their foreign keys go round in circles.');
}

function maskOf(table: string, write: () => string | null): string | null {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PlatformError(
      'conflict',
      `The column ${error.message} of ${table} must have a value, and there is no empty one of its type. Choose a rule for it that keeps the values, or no rows of the table.`,
    );
  }
}

/** Details of a refusal show rows, which not everybody may see. */
async function run(client: Client, table: string, statement: string): Promise<void> {
  await client.query(statement).catch((error: unknown) => {
    const failure = toQueryError(error);
    if (isDatabaseAway(failure) || isDiskFull(failure) || failure.code === SQLSTATE.cancelled) throw error;
    throw new PlatformError(
      'conflict',
      `The masked rows of ${table} do not fit: ${withoutValues(failure.message)}. Choose other rules for its columns.`,
    );
  });
}

/** Names are in double quotes, values of some messages too: those of names have no colon before them. */
const withoutValues = (message: string) => message.replace(/: ".*$/s, '').slice(0, 300);

/** Columns that name nobody. What is in no list is emptied, what the project's people have added included. */
const KEPT_OF_USERS =
  /^(instance_id|id|aud|role|.*_at|is_super_admin|is_sso_user|is_anonymous|banned_until|email_change_confirm_status)$/;
const KEPT_OF_IDENTITIES = /^(id|user_id|provider|.*_at)$/;
const APP_METADATA = `jsonb_build_object('provider', t.raw_app_meta_data -> 'provider', 'providers', t.raw_app_meta_data -> 'providers')`;

async function maskUsers(client: Client, salt: string): Promise<void> {
  const users = await changesOf(client, 'auth.users', KEPT_OF_USERS, {
    email: fakeEmail('t.email', salt),
    phone: fakePhone('t.phone', salt),
    raw_app_meta_data: APP_METADATA,
    raw_user_meta_data: "'{}'",
  });
  await run(client, 'auth.users', `update auth.users t set ${users}`);
  // An identity provider's name for somebody is no other's to know.
  const provider = `case when t.provider in ('email', 'phone') then t.provider_id else left(${digestOf('t.provider_id', salt)}, 32) end`;
  const identities = await changesOf(client, 'auth.identities', KEPT_OF_IDENTITIES, {
    provider_id: provider,
    identity_data: `jsonb_strip_nulls(jsonb_build_object(
      'sub', ${provider}, 'email', nullif(u.email, ''), 'email_verified', t.identity_data -> 'email_verified'))`,
  });
  await run(
    client,
    'auth.identities',
    `update auth.identities t set ${identities} from auth.users u where u.id = t.user_id`,
  );
}

/** What is set in a table `t`: the values that are given, and nothing in all other columns that are not kept. */
async function changesOf(
  client: Client,
  table: string,
  kept: RegExp,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const { rows } = await client.query<{ name: string; isText: boolean; isNullable: boolean }>(
    `select attname as name, typcategory = 'S' as "isText", not attnotnull as "isNullable"
     from pg_attribute join pg_type t on t.oid = atttypid
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const changes = rows.flatMap(({ name, isText, isNullable }) => {
    if (kept.test(name)) return [];
    const value = values[name] ?? (isText ? "''" : isNullable ? 'null' : 'default');
    return [`${quoteIdent(name)} = ${value}`];
  });
  return changes.join(', ');
}
