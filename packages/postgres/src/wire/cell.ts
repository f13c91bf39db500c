import { cutRow } from '../frames/cut-row.ts';

/** One value of a row in PostgreSQL's text form, possibly cut: `bytes` is its whole size. */
export interface Cell {
  readonly kept: Buffer;
  readonly bytes: number;
}

export function isCut(cell: Cell): boolean {
  return cell.kept.length < cell.bytes;
}

/** The text of a value. Where it was cut in the middle of a character, the character is left out. */
export function cellText(cell: Cell): string {
  return isCut(cell)
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(cell.kept, { stream: true })
    : cell.kept.toString('utf8');
}

/** The values of a DataRow that lies in memory as a whole. */
export function readCells(body: Buffer, maxValueBytes: number): (Cell | null)[] {
  return cutRow(body, 0).map(
    (value) => value && { kept: value.subarray(0, maxValueBytes), bytes: value.length },
  );
}
