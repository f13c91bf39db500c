/** The values of a DataRow as slices of `data`, whose body begins at `start`. */
export function cutRow(data: Buffer, start: number): (Buffer | null)[] {
  const row: (Buffer | null)[] = [];
  let at = start + 2;
  for (let left = data.readUInt16BE(start); left > 0; left -= 1) {
    const bytes = data.readInt32BE(at);
    at += 4;
    if (bytes < 0) {
      row.push(null);
    } else {
      row.push(data.subarray(at, at + bytes));
      at += bytes;
    }
  }
  return row;
}
