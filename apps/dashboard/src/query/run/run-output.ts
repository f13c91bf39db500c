import type { QueryEvent } from '@basalt/contract';

export interface Field {
  name: string;
  type: string;
}
export type Row = readonly (string | null)[];

/** What one statement answered. `fields` is null until, or unless, it returns rows. */
export interface ResultSet {
  index: number;
  fields: readonly Field[] | null;
  rows: readonly Row[];
  /** The command tag, such as `SELECT` or `CREATE TABLE`; null while it runs. */
  command: string | null;
  rowCount: number | null;
  truncated: boolean;
  /** True when a value was too long to be sent whole. */
  isCut: boolean;
  /** How long the statement took; null while it runs. */
  milliseconds: number | null;
}

export interface Notice {
  severity: string;
  message: string;
  hint: string | null;
}

/** Everything a run has said so far. */
export interface Output {
  results: readonly ResultSet[];
  notices: readonly Notice[];
  /** Notices that came after the last one kept. */
  droppedNotices: number;
}

export const emptyOutput: Output = { results: [], notices: [], droppedNotices: 0 };

/** A loop can raise millions of notices; nobody reads more than this, and each would stay in memory. */
export const KEPT_NOTICES = 200;

/** The output after a batch of events. Arrays are copied once per batch, not once per event. */
export function receive(output: Output, events: readonly QueryEvent[]): Output {
  const results = [...output.results];
  const notices = [...output.notices];
  const newRows = new Map<number, Row[]>();
  let { droppedNotices } = output;

  for (const event of events) {
    if (event.type === 'fields') {
      put(results, event.result, { fields: event.fields });
    } else if (event.type === 'rows') {
      const rows = newRows.get(event.result) ?? [];
      for (const row of event.rows) rows.push(row);
      newRows.set(event.result, rows);
      if (event.cut !== undefined) {
        put(results, event.result, { isCut: true });
        note({ severity: 'NOTICE', message: cutText(event.cut.length), hint: null });
      }
    } else if (event.type === 'complete') {
      const { command, rowCount, truncated, milliseconds } = event;
      put(results, event.result, { command, rowCount, truncated, milliseconds });
    } else if (event.type === 'notice') {
      const { severity, message, hint } = event;
      note({ severity, message, hint });
    }
  }
  for (const [index, rows] of newRows) {
    const before = results[placeOf(results, index)]?.rows ?? [];
    put(results, index, { rows: before.length === 0 ? rows : before.concat(rows) });
  }
  return { results, notices, droppedNotices };

  function note(notice: Notice): void {
    if (notices.length < KEPT_NOTICES) notices.push(notice);
    else droppedNotices += 1;
  }
}

function cutText(count: number): string {
  return count === 1
    ? 'One value was too long to be shown whole: only its beginning is here.'
    : `${count} values were too long to be shown whole: only their beginnings are here.`;
}

function put(results: ResultSet[], index: number, change: Partial<ResultSet>): void {
  const at = placeOf(results, index);
  const before = results[at] ?? {
    index,
    fields: null,
    rows: [],
    command: null,
    rowCount: null,
    truncated: false,
    isCut: false,
    milliseconds: null,
  };
  results[at] = { ...before, ...change };
}

/** Where result `index` is or belongs. Searched from the end: results come one after the other. */
function placeOf(results: readonly ResultSet[], index: number): number {
  const at = results.findLastIndex((result) => result.index === index);
  return at === -1 ? results.length : at;
}

/**
 * The result to show: the one picked, else the newest one with rows, else the newest. A script that ends in
 * `commit` has its rows further up.
 */
export function shownResult(results: readonly ResultSet[], pick: number | null): ResultSet | null {
  const picked = pick === null ? undefined : results.find((result) => result.index === pick);
  return picked ?? results.findLast((result) => result.fields !== null) ?? results.at(-1) ?? null;
}
