/** One value of a CSV line. */
export interface CsvValue {
  /** Null is written as nothing at all; an empty text as `""`, so that both can be told apart. */
  readonly text: string | null;
  /** Whether it may be text that somebody typed, as opposed to a number or a date. */
  readonly isText: boolean;
}

const NEEDS_QUOTES = /[",\r\n]/;
/** What makes a spreadsheet take a cell for a formula, in their wide forms too. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A line of a CSV file as RFC 4180 wants it. Texts that a spreadsheet would run get an apostrophe in front. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell({ text, isText }: CsvValue): string {
  if (text === null) return '';
  if (text === '') return '""';
  const harmless = isText && FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
