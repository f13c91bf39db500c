import { builtInTypeName } from '../values/type-names.ts';
import { AnswerTranslator, type RowFormat } from './answer-translator.ts';

/** The text of a CSV file. */
function csvFormat(): RowFormat {
  let isText: boolean[] = [];
  return {
    name: 'a CSV file',
    start(fields) {
      isText = fields.map(({ typeId }) => isTextType(typeId));
      // Names of columns are text that somebody typed as well.
      return csvRow(fields.map(({ name }) => ({ text: name, isText: true })));
    },
    row: (values) => csvRow(values.map((text, column) => ({ text, isText: isText[column] ?? true }))),
    end: () => '',
  };
}

/** Turns the server's answer to one statement into the text of a CSV file. */
export class CsvTranslator extends AnswerTranslator {
  constructor() {
    super(csvFormat());
  }
}

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

/** Types whose values nobody can make begin with something other than a number, a date, a sign or a letter of their own. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['bool', 'int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric', 'money'],
  ...['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval'],
  ...['uuid', 'bytea', 'bit', 'varbit', 'tid', 'xid', 'xid8', 'pg_lsn'],
]);

/** Whether values of a type can hold text that somebody typed. Types of the database are taken for such. */
export function isTextType(typeId: number): boolean {
  return !PLAIN.has(builtInTypeName(typeId) ?? '');
}
