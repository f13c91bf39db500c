import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type pg from 'pg';

interface Publication {
  name: string;
  allTables: boolean;
  publish: string[];
  viaRoot: boolean;
  /** Since 18: which generated columns. */
  generated: 'none' | 'stored';
  schemas: string[];
  tables: { schema: string; table: string; columns: string[] | null; condition: string | null }[];
}

const PUBLICATIONS = `
select p.pubname as name, p.puballtables as "allTables",
  pg_catalog.array_remove(array[
    case when p.pubinsert then 'insert' end, case when p.pubupdate then 'update' end,
    case when p.pubdelete then 'delete' end, case when p.pubtruncate then 'truncate' end
  ], null) as publish,
  p.pubviaroot as "viaRoot", case when pg_catalog.to_jsonb(p) ->> 'pubgencols' = 's' then 'stored' else 'none' end as generated,
  array(
    select n.nspname::text from pg_catalog.pg_publication_namespace s
      join pg_catalog.pg_namespace n on n.oid = s.pnnspid
    where s.pnpubid = p.oid order by 1
  ) as schemas,
  coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object(
      'schema', n.nspname, 'table', c.relname, 'condition', pg_catalog.pg_get_expr(r.prqual, r.prrelid),
      'columns', case when r.prattrs is not null then (
        select pg_catalog.json_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum = any (r.prattrs)
      ) end
    ) order by n.nspname, c.relname)
    from pg_catalog.pg_publication_rel r
      join pg_catalog.pg_class c on c.oid = r.prrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where r.prpubid = p.oid
  ), '[]') as tables
from pg_catalog.pg_publication p
order by 1`;

export interface PublicationDefinitions {
  /** For the superuser: makes them without tables, and gives them to the role that adds the tables. */
  readonly make: string[];
  /** For that role, one by one: which rows, users say. */
  readonly addTables: string[];
  /** For the superuser, when the publications have their owners. */
  readonly addSchemas: string[];
}

/**
 * What makes the publications of a database in a new one. Those that the template has there already stay as they are.
 */
export async function publicationDefinitions(
  source: pg.Client,
  target: pg.Client,
  targetMajor: number,
  role: string,
): Promise<PublicationDefinitions> {
  const wanted = (await source.query<Publication>(PUBLICATIONS)).rows;
  const present = new Set((await target.query<Publication>(PUBLICATIONS)).rows.map(({ name }) => name));
  const ours = wanted.filter(({ name }) => !present.has(name));
  return {
    make: ours.flatMap((publication) => [
      makeSql(publication, targetMajor),
      ...(publication.tables.length === 0
        ? []
        : [`ALTER PUBLICATION ${quoteIdent(publication.name)} OWNER TO ${role}`]),
    ]),
    addTables: ours.flatMap(({ name, tables }) =>
      tables.map(
        ({ schema, table, columns, condition }) =>
          `ALTER PUBLICATION ${quoteIdent(name)} ADD TABLE ONLY ${quoteIdent(schema)}.${quoteIdent(table)}` +
          (columns === null ? '' : ` (${columns.map(quoteIdent).join(', ')})`) +
          (condition === null ? '' : ` WHERE (${condition})`),
      ),
    ),
    addSchemas: ours.flatMap(({ name, schemas }) =>
      schemas.map(
        (schema) => `ALTER PUBLICATION ${quoteIdent(name)} ADD TABLES IN SCHEMA ${quoteIdent(schema)}`,
      ),
    ),
  };
}

function makeSql({ name, allTables, publish, viaRoot, generated }: Publication, targetMajor: number): string {
  const options = [
    `publish = ${quoteLiteral(publish.join(', '))}`,
    `publish_via_partition_root = ${viaRoot}`,
    ...(targetMajor >= 18 ? [`publish_generated_columns = ${generated}`] : []),
  ];
  return `CREATE PUBLICATION ${quoteIdent(name)}${allTables ? ' FOR ALL TABLES' : ''} WITH (${options.join(', ')})`;
}
