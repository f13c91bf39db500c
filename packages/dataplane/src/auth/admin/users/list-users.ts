import { AuthError } from '../../errors/auth-error.ts';
import type { UserParts } from '../../present/present-user.ts';
import type { FactorRow } from '../../store/factors.ts';
import type { IdentityRow } from '../../store/identities.ts';
import type { Executor } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import type { Page } from '../request-parameters.ts';

export interface UserList extends Page {
  /** Part of address, number, id or name, in any case; null: all. */
  search: string | null;
  order: UserOrder;
}

/** The texts a search looks into. `strpos` because what is looked for is a text, not a pattern. */
const FOUND = [
  'email',
  'phone',
  'id::text',
  `raw_user_meta_data ->> 'name'`,
  `raw_user_meta_data ->> 'full_name'`,
]
  .map((text) => `pg_catalog.strpos(pg_catalog.lower(${text}), pg_catalog.lower($1)) > 0`)
  .join(' or ');
const ORDERS: Readonly<Record<UserOrder, string>> = {
  'created_at.asc': 'created_at asc nulls first, id asc',
  'created_at.desc': 'created_at desc nulls last, id desc',
  'last_sign_in_at.asc': 'last_sign_in_at asc nulls first, id asc',
  'last_sign_in_at.desc': 'last_sign_in_at desc nulls last, id desc',
  'email.asc': 'email asc nulls last, id asc',
  'email.desc': 'email desc nulls last, id desc',
};

/** A page of users with all that is shown with them, and how many there are in all. */
export async function listUsers(
  db: Executor,
  { search, order, page, perPage }: UserList,
): Promise<{ users: UserParts[]; total: number }> {
  const [where, parameters] = search === null ? ['', []] : [`where (${FOUND})`, [search]];
  const counted = await db.query<{ total: unknown }>(
    `select pg_catalog.count(*) as total from auth.users ${where}`,
    parameters,
  );
  const [limit, offset] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`];
  const users = await db.query<UserRow>(
    `select * from auth.users ${where} order by ${ORDERS[order]} limit ${limit} offset ${offset}`,
    [...parameters, perPage, (page - 1) * perPage],
  );
  return { users: await withParts(db, users), total: Number(counted[0]?.total ?? 0) };
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
