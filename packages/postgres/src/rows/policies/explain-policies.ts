import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';
import { knownFailure } from '../../errors/query-error.ts';
import type { RowKey } from '../reading/read-cell.ts';
import { queryTexts } from '../session.ts';
import { qualifiedName, type TableShape } from '../shape/table-shape.ts';
import { compare, running } from '../statements/style.ts';

/** What a policy that is asked for a row says: SQL knows three answers, and the database may refuse to give one. */
export interface PolicyAnswer {
  readonly name: string;
  readonly kind: 'permissive' | 'restrictive';
  /** Its condition on rows that are read; null: it has none. */
  readonly expression: string | null;
  readonly result: 'true' | 'false' | 'null' | 'error';
  /** What the database said in place of an answer. */
  readonly problem: string | null;
}

/** Why somebody sees a row, or does not. */
export interface RowReach {
  /** The right that is missing to read the table at all. */
  readonly missingPrivilege: 'schema' | 'table' | null;
  readonly isRlsActive: boolean;
  /** Those for reading that are for this role. */
  readonly policies: readonly PolicyAnswer[];
  /** How many policies of the table are for other roles, or not for reading. */
  readonly otherPolicies: number;
  readonly isSeen: boolean;
}

/** The most policies of a table that are asked. */
const MOST_POLICIES = 200;

/** A row as one text, as PostgreSQL writes it. Null when there is none; `text` is null when it has more bytes than `maxBytes`. */
export async function readWholeRow(
  client: pg.Client,
  shape: TableShape,
  key: RowKey,
  maxBytes: number,
): Promise<{ text: string | null } | null> {
  const style = running();
  const where = key.map(([part, value]) => compare(style, part, '=', value)).join(' and ');
  const [row] = await queryTexts(
    client,
    `select case when pg_catalog.octet_length(w.text) <= ${Math.trunc(maxBytes)} then w.text end
    from (select pg_catalog.concat(t.*) as text from ${qualifiedName(shape)} as t where ${where} limit 1 offset 0) as w`,
    style.values,
  );
  return row === undefined ? null : { text: row[0] ?? null };
}

interface Facts {
  usage: boolean;
  select: boolean;
  active: boolean;
  others: number;
  policies: { name: string; permissive: boolean; expression: string | null }[];
}

// Expressions are written out in the search path in which they are asked, so every name in them means what it means there.
const FACTS = `select pg_catalog.json_build_object(
    'usage', pg_catalog.has_schema_privilege(c.relnamespace, 'USAGE'),
    'select', pg_catalog.has_any_column_privilege(c.oid, 'SELECT'),
    'active', pg_catalog.row_security_active(c.oid),
    'others', (select pg_catalog.count(*) from pg_catalog.pg_policy p where p.polrelid = c.oid) - pg_catalog.json_array_length(f.found),
    'policies', f.found)
  from pg_catalog.pg_class c
  cross join lateral (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', p.polname, 'permissive', p.polpermissive, 'expression', pg_catalog.pg_get_expr(p.polqual, p.polrelid)
    ) order by p.polpermissive, p.polname), '[]') as found
    from pg_catalog.pg_policy p
    where p.polrelid = c.oid and p.polcmd in ('r'::"char", '*'::"char") and exists (
      select from pg_catalog.unnest(p.polroles) as given(role)
      where given.role = 0::pg_catalog.oid or pg_catalog.pg_has_role(given.role, 'USAGE'))
  ) as f
  where c.oid = $1::pg_catalog.oid`;

/**
 * What the policies of a table say about a row, each asked alone, in a transaction that reads as somebody: their own rights and
 * settings decide, as if they had found the row.
 * @param row as `readWholeRow` answers it
 * @returns null when the table is gone
 */
export async function explainPolicies(
  client: pg.Client,
  shape: TableShape,
  row: string,
): Promise<RowReach | null> {
  const [[told] = []] = await queryTexts(client, FACTS, [String(shape.id)]);
  if (told == null) return null;
  const facts = JSON.parse(told) as Facts;
  const missingPrivilege = facts.usage ? (facts.select ? null : 'table') : 'schema';
  const known = { missingPrivilege, isRlsActive: facts.active, otherPolicies: facts.others } as const;
  // What cannot be read at all has no rows that a policy could be asked about.
  if (missingPrivilege !== null || !facts.active)
    return { ...known, policies: [], isSeen: missingPrivilege === null };
  const policies: PolicyAnswer[] = [];
  for (const { name, permissive, expression } of facts.policies.slice(0, MOST_POLICIES)) {
    const kind = permissive ? 'permissive' : 'restrictive';
    const answer =
      expression === null
        ? // Without a condition, a permissive policy lets nothing in, and a restrictive one keeps nothing out.
          ({ result: permissive ? 'false' : 'true', problem: null } as const)
        : await ask(client, shape, expression, row);
    policies.push({ name, kind, expression, ...answer });
  }
  const isSeen =
    policies.some(({ kind, result }) => kind === 'permissive' && result === 'true') &&
    policies.every(({ kind, result }) => kind === 'permissive' || result === 'true');
  return { ...known, policies, isSeen };
}

/** One condition for one row. The row goes in as a value, since whoever asks may not find it in the table. */
async function ask(
  client: pg.Client,
  shape: TableShape,
  expression: string,
  row: string,
): Promise<Pick<PolicyAnswer, 'result' | 'problem'>> {
  const text = `select case when q.answer then 'true' when not q.answer then 'false' else 'null' end
    from (
      select (${expression}
      ) as answer
      from (select (s.whole).* from (select $1::${qualifiedName(shape)} as whole offset 0) as s) as ${quoteIdent(shape.name)}
    ) as q`;
  await client.query('savepoint asked');
  try {
    const [[answer] = []] = await queryTexts(client, text, [row]);
    await client.query('release savepoint asked');
    return { result: answer === 'true' || answer === 'false' ? answer : 'null', problem: null };
  } catch (error) {
    const failure = knownFailure(error);
    // Without a connection there is nobody to ask the next one.
    if (failure === null || failure.code.startsWith('08') || failure.code.startsWith('57P')) throw error;
    await client.query('rollback to savepoint asked');
    return { result: 'error', problem: failure.message };
  }
}
