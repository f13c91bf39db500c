import type { CatalogClient } from './catalog-client.ts';
import type { CatalogRows } from './catalog-rows.ts';
import { CATALOG_SQL } from './catalog-sql.ts';
import type { Pace } from './pace.ts';
import { parseViewRule } from './parse-view-rule.ts';

interface RawRow {
  kind: keyof CatalogRows;
  payload: string;
}

/** Reads the catalog and parses it row by row, so that a large one does not hold up the process. */
export async function readCatalog(
  client: CatalogClient,
  scope: { schemas: readonly string[]; extraSearchPath: readonly string[] },
  pace: Pace,
): Promise<CatalogRows> {
  const { rows } = await client.query(CATALOG_SQL, [scope.schemas, scope.extraSearchPath]);
  const catalog: CatalogRows = {
    schema: [],
    type: [],
    cast: [],
    relation: [],
    unique: [],
    foreign: [],
    function: [],
    view: new Map(),
  };
  for (const { kind, payload } of rows as RawRow[]) {
    if (kind === 'view') {
      const space = payload.indexOf(' ');
      catalog.view.set(Number(payload.slice(0, space)), parseViewRule(payload.slice(space + 1)));
    } else catalog[kind].push(JSON.parse(payload));
    if (pace.isDue()) await pace.rest();
  }
  return catalog;
}
