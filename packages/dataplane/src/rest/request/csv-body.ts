import { invalidBody } from '../errors/request-errors.ts';
import { eachCsvRow } from './csv-rows.ts';
import { JsonListText } from './json-list-text.ts';
import type { RestBody } from './rest-request.ts';

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
