import { encodeParameter } from '../../values/encode-parameter.ts';
import type { ShapeColumn } from '../shape/table-shape.ts';

const QUOTE = 0x22;

/** The parts of a record between delimiters, as they are written. */
export function splitFields(record: Buffer, delimiter: number): Buffer[] {
  const fields: Buffer[] = [];
  let start = 0;
  let isOpen = false;
  for (let place = 0; place < record.length; place++) {
    const byte = record[place];
    if (byte === QUOTE) isOpen = !isOpen;
    else if (byte === delimiter && !isOpen) {
      fields.push(record.subarray(start, place));
      start = place + 1;
    }
  }
  fields.push(record.subarray(start));
  return fields;
}

/** What a field says, without its quotes. */
export function fieldText(field: Buffer): string {
  const text = field.toString('utf8').trim();
  return text.startsWith('"') && text.endsWith('"') && text.length > 1
    ? text.slice(1, -1).replaceAll('""', '"')
    : text;
}

/** Only these fields of a record, in the order of the file. */
export function pickFields(fields: readonly Buffer[], wanted: readonly boolean[], delimiter: number): Buffer {
  const separator = Buffer.from([delimiter]);
  const parts = fields.filter((_field, place) => wanted[place]);
  return Buffer.concat(parts.flatMap((part, place) => (place === 0 ? [part] : [separator, part])));
}

/** Numbers keep the digits that they are written with. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isExact =
    typeof value !== 'number' || context?.source === undefined || String(value) === context.source;
  return isExact
    ? value
    : (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(context?.source ?? '');
}

/**
 * A line of JSON as a record of CSV. What an object does not have is NULL.
 * @returns the record, or what is wrong with the line
 */
export function jsonRecord(line: Buffer, columns: readonly ShapeColumn[]): Buffer | string {
  let object: unknown;
  try {
    object = JSON.parse(line.toString('utf8'), keepDigits);
  } catch {
    return 'This line is not JSON.';
  }
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    return 'This line is not a JSON object.';
  const unknown = Object.keys(object).find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) return `There is no column “${unknown}” among those that are imported.`;
  const fields = columns.map((column) => {
    const value: unknown = Object.hasOwn(object, column.name)
      ? (object as Record<string, unknown>)[column.name]
      : null;
    const text = textOf(value, column);
    return text === null ? '' : `"${text.replaceAll('"', '""')}"`;
  });
  return Buffer.from(fields.join(','));
}

function textOf(value: unknown, column: ShapeColumn): string | null {
  if (value === null || value === undefined) return null;
  const isJson = column.isBuiltIn && (column.typeName === 'json' || column.typeName === 'jsonb');
  if (isJson) return JSON.stringify(value);
  if (typeof value === 'string') return value;
  return Array.isArray(value) && column.isArray ? encodeParameter(value) : JSON.stringify(value);
}
