import { quoteIdent } from '@basalt/sql';
import { type CatalogObject, keyOf } from './catalog-objects.ts';

/** How ALTER calls what has an owner. */
const KEYWORDS: Readonly<Record<string, string>> = {
  table: 'TABLE',
  view: 'VIEW',
  'materialized view': 'MATERIALIZED VIEW',
  'foreign table': 'FOREIGN TABLE',
  sequence: 'SEQUENCE',
  function: 'FUNCTION',
  procedure: 'PROCEDURE',
  aggregate: 'AGGREGATE',
  type: 'TYPE',
  // Since 17 it follows its range.
  multirange: 'TYPE',
  schema: 'SCHEMA',
  server: 'SERVER',
  collation: 'COLLATION',
  conversion: 'CONVERSION',
  operator: 'OPERATOR',
  'text search configuration': 'TEXT SEARCH CONFIGURATION',
  'text search dictionary': 'TEXT SEARCH DICTIONARY',
  'statistics object': 'STATISTICS',
  publication: 'PUBLICATION',
};

/** Statements that give objects to their owners, for a superuser. Sequences of columns follow their tables. */
export function ownershipStatements(
  wanted: readonly CatalogObject[],
  present: ReadonlyMap<string, CatalogObject>,
): string[] {
  return [...wanted]
    .sort((a, b) => Number(a.type === 'sequence') - Number(b.type === 'sequence'))
    .flatMap((object) => {
      const keyword = KEYWORDS[object.type];
      const now = present.get(keyOf(object));
      if (keyword === undefined || object.owner === null || now === undefined || now.owner === object.owner)
        return [];
      return [`ALTER ${keyword} ${object.identity} OWNER TO ${quoteIdent(object.owner)}`];
    });
}
