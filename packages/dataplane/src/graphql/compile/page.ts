import type { InputValue } from '../document/input-values.ts';
import { fail } from '../errors/graphql-failure.ts';
import { type ListProblem, readJsonList, type TextList } from './json-lists.ts';
import type { OrderTerm } from './order.ts';

export const PAGE_ARGUMENTS = ['first', 'last', 'before', 'after', 'offset', 'filter', 'orderBy'] as const;

/** Which rows of a collection are asked for. */
export interface Page {
  /** Read from the end; its rows are shown from the beginning all the same. */
  readonly backwards: boolean;
  readonly size: number;
  readonly offset: number;
  /** Where the page begins, in the direction in which it is read. */
  readonly cursor: TextList | null;
}

const ERROR_NUMBERS: Readonly<Record<ListProblem, number>> = { base64: 1, utf8: 2, json: 3, 'no-list': 4 };

/** @throws {GraphqlFailure} for arguments that do not go together */
export function readPage(
  args: ReadonlyMap<string, InputValue>,
  maxRows: number,
  terms: readonly OrderTerm[],
): Page {
  const [first, last, offset] = ['first', 'last', 'offset'].map((name) => readCount(name, args.get(name)));
  const [before, after] = ['before', 'after'].map((name) => args.get(name) ?? null);
  if (first !== null && last !== null) fail('only one of "first" and "last" may be provided');
  if (before !== null && after !== null) fail('only one of "before" and "after" may be provided');
  if (first !== null && before !== null) fail('"first" may only be used with "after"');
  if (last !== null && after !== null) fail('"last" may only be used with "before"');
  if (offset !== null && (last !== null || before !== null))
    fail('"offset" may only be used with "first" and "after"');
  return {
    backwards: last !== null || before !== null,
    size: Math.min(first ?? last ?? maxRows, maxRows),
    offset: offset ?? 0,
    cursor: readCursor(before ?? after ?? null, terms),
  };
}

function readCount(name: string, value: InputValue | undefined): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    fail(`\`${name}\` must be an unsigned integer`);
  return value;
}

function readCursor(value: InputValue, terms: readonly OrderTerm[]): TextList | null {
  if (value === null) return null;
  if (typeof value !== 'string') fail('Invalid input for Cursor type');
  const list = readJsonList(value);
  if (typeof list === 'string') fail(`Failed to decode cursor, error ${ERROR_NUMBERS[list]}`);
  if (list.length > terms.length) fail('orderBy clause incompatible with pagination cursor');
  return list;
}
