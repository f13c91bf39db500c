import { invalidBody } from '../../errors/request-errors.ts';
import { LARGE_BODY_BYTES, MAX_CSV_AS_JSON, MAX_KEYS } from '../limits.ts';
import type { RestBody } from '../rest-request.ts';

const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u;

/** CSV with a header row as a JSON array of objects; the word NULL stands for null. @throws {RestError} PGRST102 */
export function parseCsvBody(text: string): RestBody {
  let keys: string[] | null = null;
  let prefixes: string[] = [];
  let rows = 0;
  const list = new JsonListText();
  eachCsvRow(text, (fields) => {
    if (keys === null) {
      keys = [...new Set(fields)];
      prefixes = fields.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      return;
    }
    if (fields.length !== prefixes.length) throw invalidBody('All lines must have same number of fields');
    rows += 1;
    list.add(toObject(fields, prefixes));
  });
  if (keys === null) throw invalidBody('The CSV needs a header row with the names of the columns.');
  return { kind: 'text-values', text: list.finish(), shape: 'array', keys, rows };
}

function toObject(fields: readonly string[], prefixes: readonly string[]): string {
  let object = '';
  for (let index = 0; index < fields.length; index += 1)
    object += prefixes[index] + toJson(fields[index] ?? '');
  return `${object}}`;
}

function toJson(value: string): string {
  if (value === 'NULL') return 'null';
  return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
}

const QUOTE = 34;
const COMMA = 44;
const LF = 10;
const CR = 13;

/**
 * Walks through the rows of a CSV text (RFC 4180; lines may end in LF or CRLF). Blank lines are left out.
 * @param onRow gets the fields of one row; the list is used again for the next
 * @throws {RestError} PGRST102 when a quote is missing or out of place
 */
function eachCsvRow(text: string, onRow: (fields: readonly string[]) => void): void {
  const reader = { text, at: text.startsWith('\ufeff') ? 1 : 0, line: 1 };
  const fields: string[] = [];
  while (reader.at < text.length) {
    fields.length = 0;
    do fields.push(readField(reader));
    while (eatComma(reader) && isWithinLimit(fields, reader));
    if (fields.length > 1 || fields[0] !== '') onRow(fields);
    reader.at += text.startsWith('\r\n', reader.at) ? 2 : 1;
    reader.line += 1;
  }
}

interface CsvReader {
  text: string;
  at: number;
  /** Of the row, for errors: 1 is the header. */
  line: number;
}

function eatComma(reader: CsvReader): boolean {
  if (reader.text.charCodeAt(reader.at) !== COMMA) return false;
  reader.at += 1;
  return true;
}

/** Always true. @throws {RestError} PGRST102 */
function isWithinLimit(fields: readonly string[], { line }: CsvReader): boolean {
  if (fields.length < MAX_KEYS) return true;
  throw invalidBody(`The CSV has more than ${MAX_KEYS} values in row ${line}.`);
}

function endsField(code: number): boolean {
  return code === COMMA || code === LF || code === CR;
}

function readField(reader: CsvReader): string {
  const { text, at } = reader;
  if (text.charCodeAt(at) === QUOTE) return readQuoted(reader);
  let end = at;
  while (end < text.length && !endsField(text.charCodeAt(end))) end += 1;
  reader.at = end;
  return text.slice(at, end);
}

function readQuoted(reader: CsvReader): string {
  const { text, line } = reader;
  const start = reader.at + 1;
  let end = text.indexOf('"', start);
  let hasDoubled = false;
  while (end !== -1 && text.charCodeAt(end + 1) === QUOTE) {
    hasDoubled = true;
    end = text.indexOf('"', end + 2);
  }
  if (end === -1) throw invalidBody(`The CSV has a quote in row ${line} that is never closed.`);
  reader.at = end + 1;
  if (reader.at < text.length && !endsField(text.charCodeAt(reader.at)))
    throw invalidBody(`The CSV has text after a closing quote in row ${line}.`);
  const value = text.slice(start, end);
  return hasDoubled ? value.replaceAll('""', '"') : value;
}

/** Puts a JSON array together from the texts of its elements. Many short texts cost far more memory than a few long ones. */
class JsonListText {
  #pieces: Buffer[] = [];
  #piece = '[';
  #length = 0;
  #isEmpty = true;

  /** @throws {RestError} PGRST102 when there is too much */
  add(element: string): void {
    this.#piece += this.#isEmpty ? element : `,${element}`;
    this.#isEmpty = false;
    if (this.#piece.length > LARGE_BODY_BYTES) this.#keepPiece();
  }

  /** Long texts as bytes. */
  finish(): string | Buffer {
    if (this.#pieces.length === 0) return `${this.#piece}]`;
    this.#piece += ']';
    this.#keepPiece();
    return Buffer.concat(this.#pieces);
  }

  #keepPiece(): void {
    this.#length += this.#piece.length;
    if (this.#length > MAX_CSV_AS_JSON) throw invalidBody('The CSV has too many values. Send it in parts.');
    this.#pieces.push(Buffer.from(this.#piece));
    this.#piece = '';
  }
}
