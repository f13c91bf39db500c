import type { ApiTable } from '@basalt/contract';
import { type Exposure, exposureOf } from './exposure.ts';

/** What the list can be narrowed down to; they are the words of the address. */
export const SHOWN = ['exposed', 'locked'] as const satisfies readonly Exposure[];
export type Shown = (typeof SHOWN)[number];

export interface TableSearch {
  q?: string | undefined;
  schema?: string | undefined;
  show?: Shown | undefined;
}

/** The tables a search is about, those that need attention first. Text is looked for in `schema.name`. */
export function findTables(tables: readonly ApiTable[], { q = '', schema, show }: TableSearch): ApiTable[] {
  const wanted = q.trim().toLowerCase();
  const found = tables.filter(
    (table) =>
      `${table.schema}.${table.name}`.toLowerCase().includes(wanted) &&
      (schema === undefined || table.schema === schema) &&
      (show === undefined || exposureOf(table) === show),
  );
  const rank = (table: ApiTable) => (exposureOf(table) === 'exposed' ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}
