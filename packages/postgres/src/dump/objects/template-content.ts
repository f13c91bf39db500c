import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';
import { type CatalogObject, catalogObjects, isInPlatformSchema, keyOf } from './catalog-objects.ts';

/** Makes the schemas of users. Answers the names of those that definitions fill. */
export async function makeSchemas(
  target: pg.Client,
  objects: readonly CatalogObject[],
  template: TemplateContent,
): Promise<string[]> {
  const schemas = objects.filter((object) => object.type === 'schema' && !object.isMember);
  for (const schema of schemas)
    if (!template.objects.has(keyOf(schema))) await target.query(`CREATE SCHEMA ${schema.identity}`);
  return schemas.filter((schema) => !isInPlatformSchema(schema)).flatMap(({ names }) => names);
}

/** What a new cluster of the target's version holds before anything is copied into it. */
export interface TemplateContent {
  readonly objects: ReadonlyMap<string, CatalogObject>;
  /** Tables of the platform, as SQL names them. */
  readonly tables: ReadonlySet<string>;
}

/** Schemas and publications of the template that are the user's to change or drop as he likes: copied like his own. */
const OF_USERS = `
select 'SCHEMA' as type, n.nspname as name
from pg_catalog.pg_namespace n join pg_catalog.pg_roles o on o.oid = n.nspowner and not o.rolsuper
where n.oid >= 16384
union all
select 'PUBLICATION', p.pubname
from pg_catalog.pg_publication p join pg_catalog.pg_roles o on o.oid = p.pubowner and not o.rolsuper`;

/** Drops what the template holds for users to change, and tells what is left. */
export async function prepareTemplate(target: pg.Client): Promise<TemplateContent> {
  const { rows } = await target.query<{ type: string; name: string }>(OF_USERS);
  for (const { type, name } of rows) await target.query(`DROP ${type} ${quoteIdent(name)} CASCADE`);
  const objects = await catalogObjects(target);
  return {
    objects: new Map(objects.map((object) => [keyOf(object), object])),
    tables: new Set(
      objects
        .filter((object) => object.type === 'table' && isInPlatformSchema(object))
        .map(({ identity }) => identity),
    ),
  };
}
