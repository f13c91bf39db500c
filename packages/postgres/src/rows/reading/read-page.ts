import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';
import { queryTexts } from '../session.ts';
import { qualifiedName, type TableShape } from '../shape/table-shape.ts';
import { type Cursor, readCursor, writeCursor } from '../statements/cursor.ts';
import { conditions, type Filter } from '../statements/filters.ts';
import {
  after,
  orderBy,
  PLACE,
  type Position,
  type Sort,
  type Step,
  stepsBeyond,
  stepsWith,
  totalOrder,
} from '../statements/keyset.ts';
import { running, SHOWN, type Style } from '../statements/style.ts';
import { groupSteps, isCoarse } from './read-groups.ts';
import { type ReadRow, readRow, selectFrom } from './select-rows.ts';

export interface PageRequest {
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  readonly limit: number;
  /** Rows to leave out. */
  readonly offset: number;
  /** `next` of the page before; counts more than `offset`. */
  readonly cursor: string | null;
  /** Longer values are cut, except those of the key. */
  readonly cellBytes: number;
  /** Whether policies of others decide which rows are seen. */
  readonly hasPolicies: boolean;
}

export interface Page {
  readonly columns: readonly string[];
  readonly rows: (string | null)[][];
  readonly cut: { row: number; column: number; bytes: number }[];
  readonly versions: string[] | null;
  readonly next: string | null;
  readonly sql: string;
}

/** A cursor that belongs to another order of rows, or is none. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}

/**
 * A page of rows, in a transaction that reads. A deep page is as quick as the first where an index has the order: it goes on from the
 * last row of the page before. Throws FilterError, CursorError, and what the driver throws.
 */
export async function readPage(client: pg.Client, shape: TableShape, request: PageRequest): Promise<Page> {
  const { sorts, isTotal } = totalOrder(shape, request.sorts);
  const order = sorts.map(({ column, ascending }) => `${column.name}:${ascending ? 'asc' : 'desc'}`);
  const start = startOf(request, order);
  // In the order of the table a sequential scan is enough, and nothing needs to be sorted.
  const isPlain = sorts[0]?.column === PLACE && request.filters.length === 0 && !request.hasPolicies;
  const found: (string | null)[][] = [];
  for await (const stepOf of stepsOf(client, shape, request, { sorts, start })) {
    const style = running();
    const where = conditions(style, request.filters);
    const step = stepOf(style);
    const order = orderBy(style, isPlain ? [] : step.order);
    const limit = request.limit + 1 - found.length;
    const tail = `${whereOf([...where, ...step.conditions])}${order} limit ${limit}${offsetOf(start)}`;
    found.push(
      ...(await queryTexts(
        client,
        selectFrom(shape, `${qualifiedName(shape)} as t${tail}`, request.cellBytes),
        style.values,
      )),
    );
    if (found.length > request.limit) break;
  }
  const hasMore = found.length > request.limit;
  const page = found.slice(0, request.limit).map((row) => readRow(shape, row, request.cellBytes));
  const offset = ('offset' in start ? start.offset : request.offset) + page.length;
  const last = page.at(-1);
  const position = isTotal && last !== undefined ? positionOf(shape, sorts, last) : null;
  return {
    columns: shape.columns.map(({ name }) => name),
    rows: page.map(({ values }) => values),
    cut: page.flatMap(({ cut }, row) => cut.map((one) => ({ row, ...one }))),
    versions: shape.hasVersions ? page.map(({ version }) => version ?? '') : null,
    next: hasMore ? writeCursor(order, position === null ? { offset } : { after: position }) : null,
    sql: shownSelect(shape, request, isPlain ? [] : sorts, start, sorts),
  };
}

function startOf({ cursor, offset }: PageRequest, order: readonly string[]): Cursor {
  if (cursor === null) return { offset };
  const start = readCursor(order, cursor);
  if (start === null)
    throw new CursorError('This page belongs to another order of rows. Begin with the first page again.');
  return start;
}

/** The statements of a page: each is run only when those before it did not give enough rows. */
async function* stepsOf(
  client: pg.Client,
  shape: TableShape,
  { filters, hasPolicies }: PageRequest,
  { sorts, start }: { sorts: readonly Sort[]; start: Cursor },
): AsyncGenerator<(style: Style) => Step> {
  const mayGroup = filters.length === 0 && !hasPolicies && offsetOf(start) === '';
  const isGrouped = mayGroup && (await isCoarse(client, shape, sorts));
  if (!('after' in start)) {
    if (isGrouped) yield* groupSteps(client, shape, sorts, undefined);
    else yield () => ({ conditions: [], order: sorts });
    return;
  }
  const { after: position } = start;
  yield* stepsWith(sorts, position);
  const [value = null] = position;
  if (isGrouped) yield* groupSteps(client, shape, sorts, value);
  else yield* stepsBeyond(sorts, value);
}

function whereOf(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` where ${parts.join(' and ')}`;
}

function offsetOf(start: Cursor): string {
  return 'offset' in start && start.offset > 0 ? ` offset ${start.offset}` : '';
}

/** Null when one of the values that it would consist of was cut. */
function positionOf({ columns }: TableShape, sorts: readonly Sort[], row: ReadRow): Position | null {
  const position: (string | null)[] = [];
  for (const { column } of sorts) {
    const place = columns.indexOf(column);
    if (row.cut.some((cut) => cut.column === place)) return null;
    position.push(column === PLACE ? row.place : (row.values[place] ?? null));
  }
  return position;
}

/** The page as one statement, as people write it. */
function shownSelect(
  shape: TableShape,
  { filters, limit }: PageRequest,
  order: readonly Sort[],
  start: Cursor,
  sorts: readonly Sort[],
): string {
  const where = conditions(SHOWN, filters);
  if ('after' in start) where.push(after(SHOWN, sorts, start.after));
  const columns = shape.columns.map(({ name }) => quoteIdent(name)).join(', ');
  return `select ${columns} from ${qualifiedName(shape)}${whereOf(where)}${orderBy(SHOWN, order)} limit ${limit}${offsetOf(start)};`;
}
