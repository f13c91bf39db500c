import type pg from 'pg';
import { knownFailure, type QueryError } from '../../errors/query-error.ts';
import { type Filter, valuesOf } from '../statements/filters.ts';
import { running } from '../statements/style.ts';

/** What a database says of values: data exceptions, texts of types with a grammar of their own, and names that are not there. */
const ABOUT_VALUES = /^(22|42601|42704|42P01|42883|0A000|3F000|XX000)/;

/**
 * Which filter has a value that does not fit its column: PostgreSQL does not say that. Ends the transaction.
 * @returns its column with what PostgreSQL says of the value alone; null when none of them is to blame
 */
export async function findMisfit(
  client: pg.Client,
  failure: unknown,
  filters: readonly Filter[],
): Promise<{ column: string; error: QueryError } | null> {
  const known = knownFailure(failure);
  if (known === null || !ABOUT_VALUES.test(known.code)) return null;
  for (const filter of filters)
    for (const value of valuesOf(filter)) {
      const style = running();
      const text = `select ${style.value(value, filter.column)}`;
      try {
        await client.query('rollback');
        await client.query(text, style.values);
      } catch (error) {
        const misfit = knownFailure(error);
        if (misfit === null || !ABOUT_VALUES.test(misfit.code)) return null;
        return { column: filter.column.name, error: misfit };
      }
    }
  return null;
}
