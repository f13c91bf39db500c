import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type pg from 'pg';

interface Sequence {
  schema: string;
  name: string;
}

const SEQUENCES = `
select n.nspname as schema, c.relname as name
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'S' and c.relpersistence <> 't' and c.oid >= 16384 and n.nspname !~ '^pg_'
  and (
    exists (select from pg_catalog.pg_extension e where c.oid = any (e.extconfig))
    or not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  )
order by 1, 2`;

const AT_ONCE = 200;

/**
 * Statements that put every sequence where it stands. Read from the sequences themselves: the view pg_sequences does not
 * tell where one stands that was set and not used yet.
 */
export async function sequencePositions(client: pg.Client): Promise<string[]> {
  const { rows: sequences } = await client.query<Sequence>(SEQUENCES);
  const statements: string[] = [];
  for (let at = 0; at < sequences.length; at += AT_ONCE) {
    const names = sequences
      .slice(at, at + AT_ONCE)
      .map(({ schema, name }) => `${quoteIdent(schema)}.${quoteIdent(name)}`);
    const sql = names.map(
      (name, index) =>
        `select ${index} as index, last_value::text as value, is_called as called from ${name}`,
    );
    const { rows } = await client.query<{ index: number; value: string; called: boolean }>(
      `${sql.join(' union all ')} order by 1`,
    );
    for (const { index, value, called } of rows)
      statements.push(`SELECT pg_catalog.setval(${quoteLiteral(names[index] ?? '')}, ${value}, ${called})`);
  }
  return statements;
}
