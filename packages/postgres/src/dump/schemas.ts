import type pg from 'pg';
import { type CatalogObject, isInPlatformSchema, keyOf } from './catalog-objects.ts';
import type { TemplateContent } from './template-content.ts';

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
