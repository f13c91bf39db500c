/**
 * `Content-Range` of a read: `0-9/100`, `*` where a part is not known or there is nothing.
 * @param offset of the first row, 0-based
 */
export function readRange(offset: number, rows: number, total: number | null): string {
  const span = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${span}/${total ?? '*'}`;
}

/** 206 when rows are known to be missing on this page. */
export function readStatus(rows: number, total: number | null): 200 | 206 {
  return total !== null && rows < total ? 206 : 200;
}

/** `Content-Range` of a write: an update names the rows it gives, inserts and deletes do not. */
export function writeRange(rows: number, options: { counted: boolean; span: boolean }): string {
  const span = options.span && rows > 0 ? `0-${rows - 1}` : '*';
  return `${span}/${options.counted ? rows : '*'}`;
}
