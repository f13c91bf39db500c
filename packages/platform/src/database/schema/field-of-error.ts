import type { QueryErrorFields } from '@basalt/postgres';
import { quoteIdent, quoteLiteral } from '@basalt/sql';

/** There is already something with this name: a table, an object, a schema, a column, a function. */
const NAME_TAKEN: ReadonlySet<string> = new Set(['42P07', '42710', '42P06', '42701', '42723']);
const NOT_NULL_VIOLATION = '23502';

/**
 * The field of the input that a failed statement is about, such as `columns.2.default_value`; null when nobody can tell.
 * @param statement the one that failed; its places are those that the error counts in
 */
export function fieldOfError(
  { code, position, column, message }: Pick<QueryErrorFields, 'code' | 'position' | 'column' | 'message'>,
  statement: string,
  body: unknown,
): string | null {
  const texts = [...textsOf(body, '')];
  if (position !== null) {
    const field = fieldAt(statement, position, texts);
    if (field !== null) return field;
  }
  const at =
    column === null
      ? undefined
      : texts.find(([field, text]) => /^columns\.\d+\.name$/.test(field) && text === column);
  if (at !== undefined) return code === NOT_NULL_VIOLATION ? at[0].replace(/name$/, 'is_nullable') : at[0];
  if (NAME_TAKEN.has(code) && named(message, texts, /^name$/) !== null) return 'name';
  return named(message, texts, /./);
}

/** The field whose text the message quotes: `column "label" of relation "goods" does not exist`. */
function named(message: string, texts: readonly [string, string][], fields: RegExp): string | null {
  const quoted = [...message.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
  const found = texts.find(([field, text]) => fields.test(field) && quoted.includes(text));
  return found?.[0] ?? null;
}

/** The longest text of the input around a place in the statement: an expression and not the column that it begins with. */
function fieldAt(statement: string, position: number, texts: readonly [string, string][]): string | null {
  // The server counts characters, a string has UTF-16 units.
  const place = [...statement].slice(0, position - 1).join('').length;
  let best: { field: string; length: number } | null = null;
  for (const [field, text] of texts) {
    for (const written of [text, quoteIdent(text), quoteLiteral(text)]) {
      const start = statement.lastIndexOf(written, place);
      const isAround = start >= 0 && place < start + written.length;
      if (isAround && (best === null || written.length > best.length))
        best = { field, length: written.length };
    }
  }
  return best?.field ?? null;
}

/** Every text of the input that could be in a statement, with its path. */
function* textsOf(value: unknown, path: string): Generator<[string, string]> {
  if (typeof value === 'string') {
    if (value !== '' && path !== '') yield [path, value];
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value))
      yield* textsOf(part, path === '' ? key : `${path}.${key}`);
  }
}
