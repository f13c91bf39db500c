import type { TableColumn } from '../tables/read-tables.ts';

const INTEGERS: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'oid']);
const NUMBERS: ReadonlySet<string> = new Set(['float4', 'float8', 'numeric']);
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A value as `to_jsonb` would write it, so that it is what the Data API answers; what has no form of its own in JSON stays text. */
export function valueJson(
  text: string,
  column: Pick<TableColumn, 'base' | 'baseSchema' | 'element'>,
): string {
  if (column.baseSchema !== 'pg_catalog' && column.element === null) return JSON.stringify(text);
  if (column.element !== null) return arrayJson(text, column.element) ?? JSON.stringify(text);
  return scalarJson(text, column.base);
}

function scalarJson(text: string, type: string): string {
  if (INTEGERS.has(type)) return text;
  if (NUMBERS.has(type)) return JSON_NUMBER.test(text) ? text : JSON.stringify(text);
  switch (type) {
    case 'bool':
      return text === 't' ? 'true' : 'false';
    case 'json':
    case 'jsonb':
      return text;
    case 'timestamp':
      return JSON.stringify(text.replace(' ', 'T'));
    case 'timestamptz':
      return JSON.stringify(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    default:
      return JSON.stringify(text);
  }
}

/** `{1,NULL,"a b",{2}}` as a JSON array; null when it is none that we read, such as one with bounds of its own. */
export function arrayJson(text: string, element: string): string | null {
  const delimiter = element === 'box' ? ';' : ',';
  const separators = new RegExp(`["\\\\{}${delimiter}]`, 'g');
  let at = 0;
  const read = (): string | null => {
    if (text[at] !== '{') return null;
    at += 1;
    const items: string[] = [];
    if (text[at] === '}') {
      at += 1;
      return '[]';
    }
    for (;;) {
      const item = text[at] === '{' ? read() : readItem();
      if (item === null) return null;
      items.push(item);
      const next = text[at];
      at += 1;
      if (next === '}') return `[${items.join(',')}]`;
      if (next !== delimiter) return null;
    }
  };
  const readItem = (): string | null => {
    if (text[at] === '"') {
      let value = '';
      for (at += 1; text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        if (at >= text.length) return null;
        value += text[at];
      }
      at += 1;
      return scalarJson(value, element);
    }
    separators.lastIndex = at;
    const end = separators.exec(text)?.index ?? -1;
    if (end <= at) return null;
    const value = text.slice(at, end);
    at = end;
    return value === 'NULL' ? 'null' : scalarJson(value, element);
  };
  const json = read();
  return at === text.length ? json : null;
}
