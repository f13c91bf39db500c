import type { ViewColumns, ViewRow } from '@basalt/postgres/catalog';

/** For one view: by base table, by column of it, the columns of the view that show it. Attnums, in the view's order. */
export type ViewOrigins = ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;

/** Follows every column of every view through views over views down to the table it comes from. */
export function traceViews(rows: readonly ViewRow[]): ReadonlyMap<number, ViewOrigins> {
  const views = new Map(rows.map(({ oid, columns }) => [oid, columns]));
  return new Map([...views].map(([oid, columns]) => [oid, traceView(views, columns)]));
}

function traceView(views: ReadonlyMap<number, ViewColumns>, columns: ViewColumns): ViewOrigins {
  const origins = new Map<number, Map<number, number[]>>();
  for (const [attnum, first] of columns) {
    let origin: typeof first | undefined = first;
    // Views cannot be circular; the bound is for a catalog that somebody broke.
    for (let step = 0; origin && step < 1000; step += 1) {
      const below: ViewColumns | undefined = views.get(origin.relation);
      if (!below) break;
      origin = below.get(origin.column);
    }
    if (!origin) continue;
    const ofTable = origins.get(origin.relation) ?? new Map<number, number[]>();
    origins.set(origin.relation, ofTable);
    const shown = ofTable.get(origin.column);
    if (shown) shown.push(attnum);
    else ofTable.set(origin.column, [attnum]);
  }
  return origins;
}

/** Ways at most in which a view that shows a table twice can carry one key. */
const MAX_WAYS = 8;

/** In which ways a view carries all these columns of a table: lists of its attnums in the same order, often just one. */
export function waysToCarry(origins: ViewOrigins, table: number, columns: readonly number[]): number[][] {
  const ofTable = origins.get(table);
  if (!ofTable) return [];
  let ways: number[][] = [[]];
  for (const column of columns)
    ways = ways
      .flatMap((way) => (ofTable.get(column) ?? []).map((shown) => [...way, shown]))
      .slice(0, MAX_WAYS);
  return ways;
}
