import type { RestRequest } from '../../request/rest-request.ts';
import type { Column, Relation } from '../../schema-cache/schema-cache.ts';
import { quoteName } from '../sql/quote-name.ts';
import type { DataChange } from './data-change.ts';

export interface ConflictClause {
  /** With a space before it, or empty. */
  sql: string;
  newRows: Exclude<DataChange['newRows'], 'none'>;
}

const COUNTER = 'basalt.updated';
const UPDATED = `coalesce(nullif(current_setting('${COUNTER}', true), '')::bigint, 0)`;

/**
 * SQL of how many of all affected rows were new, null where that is no question. It needs no right to read the table, and works
 * on views.
 * @param affected SQL of the number of affected rows
 */
export function countNewRows(newRows: DataChange['newRows'], affected: string): string | null {
  if (newRows === 'none') return null;
  return newRows === 'counted' ? `${affected} - ${UPDATED}` : affected;
}

/** ON CONFLICT for `resolution=`: on the columns named, else on the primary key, else there is nothing to conflict with. */
export function conflictClause(
  resolution: RestRequest['preferences']['resolution'],
  onConflict: readonly string[] | null,
  columns: readonly Column[],
  relation: Relation,
): ConflictClause {
  const target = onConflict ?? relation.primaryKey;
  if (resolution === null || target.length === 0) return { sql: '', newRows: 'all' };
  const on = ` on conflict (${target.map(quoteName).join(', ')})`;
  if (resolution === 'ignore-duplicates' || columns.length === 0)
    return { sql: `${on} do nothing`, newRows: 'all' };
  const key = new Set(target);
  const others = columns.filter(({ name }) => !key.has(name));
  // With nothing but the key, a row is set to itself, so that it counts and can be returned.
  const changed = (others.length === 0 ? columns : others).map(({ name }) => quoteName(name));
  const set = changed.map((name) => `${name} = excluded.${name}`).join(', ');
  const counted = `set_config('${COUNTER}', (${UPDATED} + 1)::text, true) is not null`;
  return { sql: `${on} do update set ${set} where ${counted}`, newRows: 'counted' };
}
