import { QueryError, SQLSTATE } from '@basalt/postgres';
import { AuthError } from '../../errors/auth-error.ts';
import type { UserParts } from '../../present/present-user.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { IdentityRow } from '../../store/identities.ts';
import type { Executor } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import type { Page } from '../request-parameters.ts';
import { userSearch } from './user-search.ts';

export interface UserList extends Page {
  /** See `userSearch`; null: all. */
  search: string | null;
  order: UserOrder;
}

interface Counted {
  /** Of all pages. */
  total: number;
  /** Whether `total` is what PostgreSQL thinks there are: so many are found that counting them would take long. */
  isEstimate: boolean;
}
type UserPage = Counted & { users: UserParts[] };
type Rows = Counted & { rows: UserRow[] };

const ORDERS: Readonly<Record<UserOrder, string>> = {
  'created_at.asc': 'created_at asc nulls first, id asc',
  'created_at.desc': 'created_at desc nulls last, id desc',
  'last_sign_in_at.asc': 'last_sign_in_at asc nulls first, id asc',
  'last_sign_in_at.desc': 'last_sign_in_at desc nulls last, id desc',
  'email.asc': 'email asc nulls last, id asc',
  'email.desc': 'email desc nulls last, id desc',
};

/** A page of users with all that is shown with them, and how many there are in all. */
export async function listUsers(db: Executor, list: UserList): Promise<UserPage> {
  const { rows, ...counted } = await (list.search === null
    ? pageOfAll(db, list)
    : pageOfFound(db, list, list.search).catch(tooSlow));
  return { users: await withParts(db, rows), ...counted };
}

async function pageOfAll(db: Executor, { order, page, perPage }: UserList): Promise<Rows> {
  const [counted] = await db.query<{ total: unknown }>('select pg_catalog.count(*) as total from auth.users');
  const rows = await db.query<UserRow>(
    `select * from auth.users order by ${ORDERS[order]} limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  );
  return { rows, total: Number(counted?.total ?? 0), isEstimate: false };
}

/**
 * Up to so many are found first, by the index on what is searched, and sorted afterwards. Where there are more, the first in the
 * order of the list are met soon by going through all in that order, and nobody waits for a count.
 */
const COUNTED_AT_MOST = 10_000;

async function pageOfFound(db: Executor, list: UserList, search: string): Promise<Rows> {
  const { order, page, perPage } = list;
  const { condition, values } = userSearch(search);
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const place = [perPage, (page - 1) * perPage];
  const [found] = await db.query<{ total: unknown; ids: string[] }>(
    `with found as materialized (
       select id, email, created_at, last_sign_in_at from auth.users where ${condition} limit ${COUNTED_AT_MOST + 1}
     )
     select (select pg_catalog.count(*) from found) as total,
       array(select id from found order by ${ORDERS[order]} limit ${limit} offset ${offset})::text[] as ids`,
    [...values, ...place],
  );
  const total = Number(found?.total ?? 0);
  if (total <= COUNTED_AT_MOST) {
    const rows = await db.query<UserRow>(
      `select * from auth.users where id = any($1::uuid[]) order by ${ORDERS[order]}`,
      [found?.ids ?? []],
    );
    return { rows, total, isEstimate: false };
  }
  const rows = await db.query<UserRow>(
    `select * from auth.users where ${condition} order by ${ORDERS[order]} limit ${limit} offset ${offset}`,
    [...values, ...place],
  );
  const [plan] = await db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select from auth.users where ${condition}`,
    values,
  );
  const estimate = plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  // A full page has a next one, whatever the estimate says.
  const seen = (page - 1) * perPage + rows.length + Number(rows.length === perPage);
  return { rows, total: Math.max(estimate, seen, total), isEstimate: true };
}

/** @throws AuthError in place of the end of a statement that took too long */
function tooSlow(error: unknown): never {
  if (!(error instanceof QueryError && error.code === SQLSTATE.cancelled)) throw error;
  const message = 'The search took too long. Look for a longer part of the address, number or name.';
  throw new AuthError('request_timeout', message, { cause: error });
}

/** Two statements for the whole page, not two for every user. */
async function withParts(db: Executor, users: readonly UserRow[]): Promise<UserParts[]> {
  const ids = users.map((user) => user.id);
  const identities = await db.query<IdentityRow>(
    'select * from auth.identities where user_id = any($1::uuid[]) order by created_at, id',
    [ids],
  );
  const factors = await db.query<FactorRow>(
    `select id, user_id, friendly_name, factor_type, status, created_at, updated_at, phone, last_challenged_at
     from auth.mfa_factors where user_id = any($1::uuid[]) order by created_at, id`,
    [ids],
  );
  const [identitiesOf, factorsOf] = [byUser(identities), byUser(factors)];
  return users.map((user) => ({
    user,
    identities: identitiesOf.get(user.id) ?? [],
    factors: factorsOf.get(user.id) ?? [],
  }));
}

function byUser<Row extends { user_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => row.user_id);
}

export const USER_ORDERS = [
  'created_at.asc',
  'created_at.desc',
  'last_sign_in_at.asc',
  'last_sign_in_at.desc',
  'email.asc',
  'email.desc',
] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

/** The parameter `sort`; the newest users first when there is none. Without a direction it ascends. */
export function readUserOrder(text: string | null): UserOrder {
  if (text === null) return 'created_at.desc';
  const wanted = text.includes('.') ? text : `${text}.asc`;
  const order = USER_ORDERS.find((known) => known === wanted);
  if (order) return order;
  throw new AuthError('validation_failed', `The parameter "sort" must be one of ${USER_ORDERS.join(', ')}.`);
}
