import { isFiller, isPunctuation, statementTokens, tokenize } from '@basalt/sql';
import type pg from 'pg';

interface Printed {
  type: string;
  identity: string;
  text: string;
  /** What stands before the text wherever it is written down. */
  prefix: string;
}

const PRINTED: [catalog: string, oid: string, text: string, from: string, part?: string][] = [
  ['pg_class', 'c.oid', 'pg_catalog.pg_get_viewdef(c.oid)', `pg_class c where c.relkind in ('v', 'm')`],
  ['pg_class', 'c.oid', 'pg_catalog.pg_get_partkeydef(c.oid)', `pg_class c where c.relkind = 'p'`],
  [
    'pg_class',
    'c.oid',
    'pg_catalog.pg_get_expr(c.relpartbound, c.oid)',
    'pg_class c where c.relpartbound is not null',
  ],
  [
    'pg_class',
    'd.adrelid',
    'pg_catalog.pg_get_expr(d.adbin, d.adrelid)',
    'pg_attrdef d where d.adrelid >= 16384',
    'd.adnum',
  ],
  ['pg_class', 'i.indexrelid', 'pg_catalog.pg_get_indexdef(i.indexrelid)', 'pg_index i'],
  [
    'pg_rewrite',
    'r.oid',
    'pg_catalog.pg_get_ruledef(r.oid)',
    `pg_rewrite r where r.rulename <> '_RETURN' and r.oid >= 16384`,
  ],
  ['pg_constraint', 'k.oid', 'pg_catalog.pg_get_constraintdef(k.oid)', 'pg_constraint k'],
  ['pg_trigger', 't.oid', 'pg_catalog.pg_get_triggerdef(t.oid)', 'pg_trigger t where not t.tgisinternal'],
  ['pg_policy', 'o.oid', 'pg_catalog.pg_get_expr(o.polqual, o.polrelid)', 'pg_policy o'],
  ['pg_policy', 'o.oid', 'pg_catalog.pg_get_expr(o.polwithcheck, o.polrelid)', 'pg_policy o'],
  ['pg_statistic_ext', 's.oid', 'pg_catalog.pg_get_statisticsobjdef(s.oid)', 'pg_statistic_ext s'],
  [
    'pg_publication_rel',
    'r.oid',
    'pg_catalog.pg_get_expr(r.prqual, r.prrelid)',
    'pg_publication_rel r where r.prqual is not null',
  ],
  [
    'pg_type',
    't.oid',
    'pg_catalog.pg_get_expr(t.typdefaultbin, 0)',
    'pg_type t where t.typdefaultbin is not null',
  ],
  [
    'pg_proc',
    'p.oid',
    'pg_catalog.pg_get_function_arguments(p.oid)',
    'pg_proc p where p.pronargdefaults > 0 and p.oid >= 16384',
  ],
  [
    'pg_proc',
    'p.oid',
    'pg_catalog.pg_get_function_sqlbody(p.oid)',
    'pg_proc p where p.prosqlbody is not null and p.oid >= 16384',
  ],
];

const TEXTS = PRINTED.map(
  ([catalog, oid, text, from, part = '0']) => `select printed.text, printed.prefix, named.type, named.identity
    from (
      select ${oid} as oid, ${part} as part, ${text} as text, ${text.includes('sqlbody') ? `'CREATE FUNCTION f() '` : `''`} as prefix
      from pg_catalog.${from}
    ) as printed
    cross join pg_catalog.pg_identify_object('pg_catalog.${catalog}'::regclass, printed.oid, printed.part) as named
    where printed.oid >= 16384 and printed.text is not null`,
).join(' union all ');

/**
 * Whether a text that PostgreSQL printed is what it prints for one thing: one statement or part of one, without comments, with
 * brackets and quotes that close. Of a few expressions it prints a text of users as it is, and that can hold anything.
 */
export function isOnePiece(text: string, prefix = ''): boolean {
  const sql = prefix + text;
  const tokens = tokenize(sql);
  let depth = 0;
  for (const token of tokens) {
    const isComment = isFiller(token) && token.kind !== 'whitespace';
    if (isComment || token.kind === 'unknown' || !token.terminated) return false;
    if (isPunctuation(sql, token, '(') || isPunctuation(sql, token, '[')) depth += 1;
    if (isPunctuation(sql, token, ')') || isPunctuation(sql, token, ']')) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0 && statementTokens(sql).length <= 1;
}

/** Objects whose definitions, written down, would be something else, with a sentence that says what to do. */
export async function brokenDefinitions(client: pg.Client): Promise<{ name: string; message: string }[]> {
  const { rows } = await client.query<Printed>(TEXTS);
  const broken = rows.filter(({ text, prefix }) => !isOnePiece(text, prefix));
  const byName = new Map(broken.map((row) => [`${row.type} ${row.identity}`, row]));
  return [...byName.values()].map(({ type, identity }) => ({
    name: identity,
    message: `The ${type} ${identity} holds an expression that PostgreSQL cannot write down as it is, such as EXTRACT with a field that does not exist. Change it or drop it.`,
  }));
}
