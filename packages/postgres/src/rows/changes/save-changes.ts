import { quoteLiteral } from '@basalt/sql';
import type pg from 'pg';
import { knownFailure, type QueryError } from '../../errors/query-error.ts';
import type { ReadRow } from '../reading/select-rows.ts';
import type { TableShape } from '../shape/table-shape.ts';
import { type Change, changeStatement } from './change-sql.ts';
import { type KeyValues, rowsByKey } from './rows-by-key.ts';

/** Why nothing was saved: the row of a change is not as it was read. */
export class RowConflictError extends Error {
  override readonly name = 'RowConflictError';
  readonly change: number;
  /** As it is now. */
  readonly row: ReadRow | null;

  constructor(change: number, row: ReadRow | null, message: string) {
    super(message);
    this.change = change;
    this.row = row;
  }
}

/** What the database refused, and of which change. `column` is the one whose value does not fit, if it is that. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  readonly change: number | null;
  readonly column: string | null;
  readonly failure: QueryError;

  constructor(change: number | null, column: string | null, failure: QueryError) {
    super(failure.message, { cause: failure });
    this.change = change;
    this.column = column;
    this.failure = failure;
  }
}

const GONE = 'Somebody has deleted this row since you have read it. Nothing was saved.';
const CHANGED = 'Somebody has changed this row since you have read it. Nothing was saved.';
const KEPT = 'The database left this row as it is: a trigger or a rule keeps it. Nothing was saved.';
const SEVERAL = 'This would have changed more than one row. Nothing was saved.';
const MAX_PREPARED = 50;

/**
 * Saves all changes in one transaction, or none of them.
 * @returns for each change its row as it is now; null for those that are deleted, and in tables without a key
 * @throws RowConflictError, ChangeError
 */
export async function saveChanges(
  client: pg.Client,
  shape: TableShape,
  changes: readonly Change[],
  cellBytes: number,
): Promise<(ReadRow | null)[]> {
  await client.query('begin isolation level read committed read write');
  await assertUnchanged(client, shape, changes, cellBytes);
  const keys: (KeyValues | null)[] = [];
  const prepared = new Map<string, string>();
  for (const [index, change] of changes.entries())
    keys.push(await apply(client, shape, change, { index, cellBytes, prepared }));
  try {
    await client.query('set constraints all immediate');
    const wanted = keys.flatMap((key) => (key === null ? [] : [key]));
    const found = await rowsByKey(client, shape, wanted, { lock: false, cellBytes });
    const rows = keys.map((key) => (key === null ? null : (found.shift() ?? null)));
    await client.query('commit');
    return rows;
  } catch (error) {
    throw changeError(null, null, error);
  }
}

/** Rows that are changed from a version that was read are locked first, so that they stay what they are found to be. */
async function assertUnchanged(
  client: pg.Client,
  shape: TableShape,
  changes: readonly Change[],
  cellBytes: number,
): Promise<void> {
  if (!shape.hasVersions) return;
  const checked = changes.flatMap((change, index) =>
    change.kind === 'insert' || change.version === undefined
      ? []
      : [{ index, change, version: change.version }],
  );
  const keys = checked.map(({ change }) => change.key.map(([, value]) => value));
  const now = await rowsByKey(client, shape, keys, { lock: true, cellBytes }).catch((error: unknown) =>
    findMisfitOfKeys(client, checked, error),
  );
  for (const [place, { index, version }] of checked.entries()) {
    const row = now[place] ?? null;
    if (row?.version !== version) throw new RowConflictError(index, row, row === null ? GONE : CHANGED);
  }
}

async function findMisfitOfKeys(
  client: pg.Client,
  checked: readonly { index: number; change: Exclude<Change, { kind: 'insert' }> }[],
  error: unknown,
): Promise<never> {
  if (isAboutValues(error))
    for (const { index, change } of checked) {
      const column = await misfit(client, change.key);
      if (column !== null) throw changeError(index, column, error);
    }
  throw changeError(null, null, error);
}

interface Applied {
  readonly index: number;
  readonly cellBytes: number;
  /** Statements that come again and again are only read once by the server: text → name. */
  readonly prepared: Map<string, string>;
}

/** Makes one change and answers the key that its row has then. */
async function apply(
  client: pg.Client,
  shape: TableShape,
  change: Change,
  { index, cellBytes, prepared }: Applied,
): Promise<KeyValues | null> {
  const { text, values } = changeStatement(shape, change);
  if (!prepared.has(text) && prepared.size < MAX_PREPARED) prepared.set(text, `change_${prepared.size}`);
  const name = prepared.get(text);
  const config = { text, values, rowMode: 'array' as const, ...(name === undefined ? {} : { name }) };
  const result = await client.query(config).catch(async (error: unknown) => {
    const written = change.kind === 'delete' ? [] : change.values;
    const fixed = change.kind === 'insert' ? [] : change.key;
    const column = isAboutValues(error) ? await misfit(client, [...written, ...fixed]) : null;
    throw changeError(index, column, error);
  });
  if ((result.rowCount ?? 0) > 1) throw new RowConflictError(index, null, SEVERAL);
  if (result.rowCount === 0) {
    const key = change.kind === 'insert' ? null : change.key.map(([, value]) => value);
    const [row = null] =
      key === null ? [] : await rowsByKey(client, shape, [key], { lock: false, cellBytes });
    throw new RowConflictError(index, row, row === null && key !== null ? GONE : KEPT);
  }
  if (change.kind === 'delete' || shape.key === null) return null;
  return (result.rows as unknown as KeyValues[])[0] ?? null;
}

function changeError(change: number | null, column: string | null, error: unknown): unknown {
  const failure = knownFailure(error);
  if (failure === null || error instanceof ChangeError) return error;
  return new ChangeError(change, column ?? failure.column, failure);
}

/** Data exceptions, texts of types with a grammar of their own, names that are not there, and what a domain allows. */
function isAboutValues(error: unknown): boolean {
  const failure = knownFailure(error);
  return failure !== null && failure.column === null && /^(22|42601|42704|42P01|23514)/.test(failure.code);
}

type Written = readonly (readonly [{ readonly name: string; readonly type: string }, unknown])[];

/** The column whose value cannot be stored in it; PostgreSQL tells that for few errors. Undoes the transaction. */
async function misfit(client: pg.Client, values: Written): Promise<string | null> {
  for (const [{ name, type }, value] of values) {
    if (typeof value !== 'string') continue;
    const literal = quoteLiteral(value);
    // An assignment, as in a row: a cast would cut what is too long. PL/pgSQL has none of a text to a composite type.
    const assigned = await failureOf(client, `declare value ${type} := ${literal}; begin end`);
    const failure =
      assigned?.code === DATATYPE_MISMATCH
        ? await failureOf(client, `begin perform ${literal}::${type}; end`)
        : assigned;
    if (failure !== null) return isAboutValues(failure) ? name : null;
  }
  return null;
}

const DATATYPE_MISMATCH = '42804';

/** What the database says of a block of PL/pgSQL that changes nothing; null: nothing. */
async function failureOf(client: pg.Client, block: string): Promise<QueryError | null> {
  try {
    await client.query('rollback');
    await client.query('begin read only');
    await client.query(`do ${quoteLiteral(block)}`);
    return null;
  } catch (error) {
    const failure = knownFailure(error);
    if (failure === null) throw error;
    return failure;
  } finally {
    await client.query('rollback').catch(() => {});
  }
}
