import type { RunState } from '../run/run-machine.ts';
import type { ResultSet } from '../run/run-output.ts';

const count = (n: number): string => n.toLocaleString('en-US');
/** "1 row", "1,200 rows". */
export const rowsText = (n: number): string => `${count(n)} ${n === 1 ? 'row' : 'rows'}`;

/** "3 rows", and of how many when the server kept some back. */
export function rowCountText({ rows: shown, rowCount, truncated }: ResultSet): string {
  if (!truncated) return rowsText(shown.length);
  return rowCount === null || rowCount <= shown.length
    ? `${count(shown.length)} rows shown, more were left out`
    : `${count(shown.length)} of ${rowsText(rowCount)} shown`;
}

/** Said when the row limit may have hidden rows; null when all rows there are were shown. */
export function limitText({ rows: shown, fields }: ResultSet, limit: number | null): string | null {
  if (limit === null || fields === null || shown.length < limit) return null;
  return `Limited to only ${count(limit)} rows`;
}

const CHANGES_DATA = /^(INSERT|UPDATE|DELETE|MERGE|CALL|DO|COPY)\b/;

/** What to say about a statement that returned no rows. */
export function outcomeText({ command, rowCount }: ResultSet): string {
  const verb = CHANGES_DATA.exec(command ?? '')?.[1];
  if (verb === undefined) return 'Success. No rows returned';
  const affected =
    verb === 'CALL' || verb === 'DO' || rowCount === null ? '' : ` ${rowsText(rowCount)} affected.`;
  return `${verb} ran successfully.${affected}`;
}

/** A result in the list of results, behind its number: its command, the rows it touched, its time. */
export function resultLabel(result: ResultSet): string {
  const { command, fields, rowCount, rows: shown, milliseconds } = result;
  const name = command ?? (fields === null ? 'statement' : 'select');
  if (command === null) return `${name} …`;
  const touched = fields === null ? rowCount : (rowCount ?? shown.length);
  const isCounted = touched !== null && (fields !== null || CHANGES_DATA.test(command));
  const parts = [
    name.toLowerCase(),
    isCounted && rowsText(touched),
    milliseconds !== null && durationText(milliseconds),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

/** "12 ms", "1.24 s", "2 min 5 s". */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1) return 'under 1 ms';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** One sentence for those who listen: how the run ended. Null while there is nothing to say. */
export function announcement(state: RunState, shown: ResultSet | null): string | null {
  if (state.phase === 'cancelled') return 'Query canceled';
  if (state.phase !== 'done') return null;
  if (shown === null) return 'Success. No rows returned';
  return shown.fields === null ? outcomeText(shown) : rowCountText(shown);
}
