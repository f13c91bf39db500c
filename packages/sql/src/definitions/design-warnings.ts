import { pairColumns } from './change-design.ts';
import type { DesignColumn, StoredDesign, TableDesign } from './table-design.ts';

/** Something that a design loses, or holds up. */
export interface DesignWarning {
  kind: 'loses_data' | 'rewrite' | 'long_lock' | 'nulls';
  /** Whether it is asked before it is done. */
  needs_confirmation: boolean;
  column: string | null;
  /** A sentence. */
  message: string;
}

export interface TableSize {
  /** Null when nobody knows. */
  rows: number | null;
  bytes: number;
}

/** In a smaller table all rows are looked at before anybody notices. */
const LARGE_BYTES = 16 * 1024 * 1024;

/** What to know before a table is changed, as far as the design and the size of the table tell. */
export function designWarnings(stored: StoredDesign, after: TableDesign, size: TableSize): DesignWarning[] {
  const { kept, added, dropped } = pairColumns(stored.design, after);
  if (size.rows === 0 && size.bytes === 0) return [];
  const isLarge = size.bytes >= LARGE_BYTES;
  return [
    ...dropped.map(({ name }) => lossOf(name)),
    ...kept.flatMap(([old, column]) => [
      ...typeWarnings(old, column, size),
      ...(isLarge && old.is_nullable && !column.is_nullable
        ? [lockFor(column.name, 'is not null', size)]
        : []),
      ...(isLarge && column.check !== null && column.check !== old.check
        ? [lockFor(column.name, 'passes its check', size)]
        : []),
      ...(isLarge && column.is_unique && !old.is_unique ? [lockFor(column.name, 'is unique', size)] : []),
    ]),
    ...added.flatMap(([column]) => newColumnWarnings(column, size)),
    ...(isLarge ? keyWarnings(stored.design, after, size) : []),
  ];
}

function lossOf(name: string): DesignWarning {
  return {
    kind: 'loses_data',
    needs_confirmation: true,
    column: name,
    message: `The column ${name} is deleted with everything in it.`,
  };
}

function typeWarnings(old: DesignColumn, column: DesignColumn, size: TableSize): DesignWarning[] {
  const type = column.type.trim();
  if (type === old.type || isJustWider(old.type, type)) return [];
  const { name } = column;
  return [
    {
      kind: 'rewrite',
      needs_confirmation: true,
      column: name,
      message: `${name} changes from ${old.type} to ${type}: the whole table (${sizeOf(size)}) is written anew, nobody can read it meanwhile, and what the new type cannot hold is cut off or refused.`,
    },
  ];
}

const TEXT = /^(?:text|character varying(?:\((\d+)\))?)$/;
const NUMERIC = /^numeric(?:\((\d+),(\d+)\))?$/;

/** Whether PostgreSQL leaves the rows alone, because all values of the one type are values of the other. */
function isJustWider(from: string, to: string): boolean {
  const [oldText, newText] = [TEXT.exec(from), TEXT.exec(to.replace(/^varchar/, 'character varying'))];
  if (oldText !== null && newText !== null)
    return newText[1] === undefined || (oldText[1] !== undefined && Number(oldText[1]) <= Number(newText[1]));
  const [old, wide] = [NUMERIC.exec(from), NUMERIC.exec(to)];
  if (old === null || wide === null) return false;
  return wide[1] === undefined || (old[2] === wide[2] && Number(old[1]) <= Number(wide[1]));
}

// The value of these is the same for all rows, so PostgreSQL keeps it once.
const ONE_VALUE = /^(?:now\(\)|current_\w+|true|false|null|-?[\d.]+|'(?:[^']|'')*'(?:::[\w ."[\](),]+)?)$/i;

function newColumnWarnings(column: DesignColumn, size: TableSize): DesignWarning[] {
  const { name, default_value, generated, identity, is_nullable, type } = column;
  const isSerial = /^(?:small|big)?serial[248]?$/i.test(type.trim());
  const isFilled = identity !== null || generated !== null || default_value !== null || isSerial;
  if (!is_nullable && !isFilled)
    return [
      {
        kind: 'nulls',
        needs_confirmation: false,
        column: name,
        message: `${name} must have a value and has no default, so a table with rows cannot take it. Give it a default, or allow null.`,
      },
    ];
  const isOneValue =
    identity === null && generated === null && !isSerial && ONE_VALUE.test(default_value ?? 'null');
  if (isOneValue || size.bytes < LARGE_BYTES) return [];
  return [
    {
      kind: 'rewrite',
      needs_confirmation: true,
      column: name,
      message: `${name} gets a value of its own in each row: the whole table (${sizeOf(size)}) is written anew, and nobody can read it meanwhile.`,
    },
  ];
}

function keyWarnings(before: TableDesign, after: TableDesign, size: TableSize): DesignWarning[] {
  const { newName } = pairColumns(before, after);
  const isNewKey =
    after.primary_key.length > 0 &&
    before.primary_key.map(newName).join('\0') !== after.primary_key.join('\0');
  const keys = after.foreign_keys.filter(({ id }) => id === null);
  const uniques = after.unique_constraints.filter(({ id }) => id === null);
  const checks = after.checks.filter(({ id }) => id === null);
  return [
    ...(isNewKey ? [lockFor(null, 'has a value of its own in the primary key', size)] : []),
    ...uniques.map(({ columns }) => lockFor(null, `has values of its own in ${columns.join(', ')}`, size)),
    ...keys.map(({ referenced_table }) => lockFor(null, `finds its row in ${referenced_table}`, size)),
    ...checks.map(() => lockFor(null, 'passes the new check', size)),
  ];
}

function lockFor(column: string | null, what: string, size: TableSize): DesignWarning {
  return {
    kind: 'long_lock',
    needs_confirmation: false,
    column,
    message: `PostgreSQL looks whether ${column ?? 'each row'} ${column === null ? what : `${what} in all rows`} (${sizeOf(size)}). Nobody can write to the table meanwhile.`,
  };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

function sizeOf({ bytes }: TableSize): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Math.round(bytes / 1024 ** power)} ${UNITS[power]}`;
}
