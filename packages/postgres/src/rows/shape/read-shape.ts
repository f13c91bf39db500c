import { objectScope } from '../../catalog/objects/object-scope.ts';
import { type CatalogClient, createPace, readCatalog } from '../../catalog/read-catalog.ts';
import { parseViewRule } from '../../catalog/views.ts';
import { type TableShape, tableShape } from './table-shape.ts';

/**
 * What statements about the rows of a table or view need to know of it; null when there is none with this oid.
 * @param reader the role that reads the rows
 */
export async function readShape(
  client: CatalogClient,
  id: string,
  reader: string,
  depth = 0,
): Promise<TableShape | null> {
  const kind = tableShape(reader);
  const { found } = await readCatalog(
    client,
    objectScope(kind, { id }, true),
    { found: kind.topic },
    createPace(),
  );
  const [shape] = found;
  if (shape === undefined) return null;
  return shape.kind === 'v' ? { ...shape, key: await viewKey(client, shape, reader, depth) } : shape;
}

/** Views on views: more than anybody has. */
const MAX_DEPTH = 8;

/**
 * The columns of a view that tell its rows apart: those that show the key of the one table it is made of. Only views that PostgreSQL
 * writes through by itself have one row for each row of that table at most.
 */
async function viewKey(
  client: CatalogClient,
  view: TableShape,
  reader: string,
  depth = 0,
): Promise<readonly string[] | null> {
  if (depth > MAX_DEPTH) return null;
  const { rows } = await client.query(
    `select r.ev_action::pg_catalog.text as rule from pg_catalog.pg_rewrite r
     where r.ev_class = $1::pg_catalog.oid and r.rulename = '_RETURN' and r.ev_type = '1'
       and pg_catalog.pg_relation_is_updatable(r.ev_class, false) & 20 = 20`,
    [view.id],
  );
  const [found] = rows as { rule: string }[];
  if (found === undefined) return null;
  const origins = parseViewRule(found.rule);
  const [origin] = origins.values();
  if (origin === undefined) return null;
  const base = await readShape(client, String(origin.relation), reader, depth + 1);
  if (base === null || base.key === null) return null;
  const names = new Map(await columnNumbers(client, [view.id, base.id]));
  const shown = new Map(
    [...origins].map(([number, from]) => [
      names.get(`${from.relation}.${from.column}`),
      names.get(`${view.id}.${number}`),
    ]),
  );
  const key = base.key.map((name) => shown.get(name));
  const readable = new Set(view.columns.map(({ name }) => name));
  return key.every((name): name is string => name !== undefined && readable.has(name)) ? key : null;
}

/** `oid.number` → name, of the columns of these relations. */
async function columnNumbers(
  client: CatalogClient,
  relations: readonly number[],
): Promise<[string, string][]> {
  const { rows } = await client.query(
    `select a.attrelid::pg_catalog.text || '.' || a.attnum::pg_catalog.text as id, a.attname as name
     from pg_catalog.pg_attribute a where a.attrelid = any ($1::pg_catalog.oid[]) and a.attnum > 0`,
    [relations],
  );
  return (rows as { id: string; name: string }[]).map(({ id, name }) => [id, name]);
}
