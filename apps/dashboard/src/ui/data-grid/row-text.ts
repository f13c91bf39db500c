import { type GridField, type GridRow, isJsonType, isNumericType } from './cell-text.ts';

/** What JSON accepts as a number. NaN, Infinity and money are strings. */
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** One row for a spreadsheet: values between tabs, line breaks and tabs inside values as spaces, NULL empty. */
export function rowAsText(row: GridRow): string {
  return row.map((value) => (value ?? '').replaceAll(/[\t\r\n]+/g, ' ')).join('\t');
}

/**
 * One row as a JSON object on one line. Numbers keep every digit the database sent; a column that has the name of
 * an earlier one gets a number behind it.
 */
export function rowAsJson(fields: readonly GridField[], row: GridRow): string {
  const names = distinctNames(fields);
  const members = fields.map(
    ({ type }, i) => `${JSON.stringify(names[i])}: ${valueAsJson(row[i] ?? null, type)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** One value as JSON. What claims to be JSON but was cut short is written as text. */
export function valueAsJson(value: string | null, type: string): string {
  if (value === null) return 'null';
  if (isNumericType(type) && JSON_NUMBER.test(value)) return value;
  if (type === 'bool' || type === 'boolean') return value.startsWith('t') ? 'true' : 'false';
  if (isJsonType(type) && isJson(value)) return value;
  return JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Column names where a repeated one is numbered: `id`, `id_2`. */
export function distinctNames(fields: readonly GridField[]): string[] {
  const taken = new Set<string>();
  return fields.map(({ name }) => {
    let distinct = name;
    for (let n = 2; taken.has(distinct); n += 1) distinct = `${name}_${n}`;
    taken.add(distinct);
    return distinct;
  });
}
