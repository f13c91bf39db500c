/** Cells that one paste may fill. */
export const MOST_PASTED = 100_000;

/**
 * The cells of a text from a spreadsheet: between tabs when there is a tab outside of quotes, else between commas when it has several
 * lines and every one has as many commas, else the text is one cell. Quoted cells may hold line breaks.
 */
export function readBlock(text: string): string[][] {
  const whole = text.replace(/\r?\n$/, '');
  const byTabs = splitCells(whole, '\t');
  if (byTabs.some((row) => row.length > 1)) return byTabs;
  const byCommas = splitCells(whole, ',');
  const width = byCommas[0]?.length ?? 0;
  if (byCommas.length > 1 && width > 1 && byCommas.every((row) => row.length === width)) return byCommas;
  return byTabs.length > 1 ? byTabs : [[text]];
}

/** Records of a text with this between their cells. Quoted cells may hold line breaks. */
export function splitCells(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      rows.push([...row, cell.endsWith('\r') ? cell.slice(0, -1) : cell]);
      row = [];
      cell = '';
    } else cell += character;
  }
  return [...rows, [...row, cell]];
}
