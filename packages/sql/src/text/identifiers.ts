import { RESERVED_WORDS } from './reserved-words.ts';

const SIMPLE = /^[a-z_][a-z0-9_]*$/;

function rejectNul(text: string, what: string): void {
  if (text.includes('\0')) throw new RangeError(`${what} cannot contain a NUL character. Remove it.`);
}

/** Whether a name means itself without quotes: lower-case letters, digits, underscores, and no reserved word. */
export function isSimpleIdentifier(name: string): boolean {
  return SIMPLE.test(name) && !RESERVED_WORDS.has(name);
}

/**
 * A name (of a table, column, role, …) as SQL. Quoted unless it is simple, so that generated SQL stays readable.
 * Throws a RangeError on an empty name or a NUL character, which PostgreSQL cannot store.
 */
export function quoteIdent(name: string): string {
  return isSimpleIdentifier(name) ? name : quoteIdentAlways(name);
}

/**
 * A name in quotes, simple or not: for lists such as `search_path`, which anything but a quoted name may mean something else in.
 * Throws like {@link quoteIdent}.
 */
export function quoteIdentAlways(name: string): string {
  rejectNul(name, 'A name');
  if (name === '') throw new RangeError('A name cannot be empty. Give it at least one character.');
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * A text value as an SQL string constant. With a backslash inside, the `E'…'` form is used, which means the same
 * whatever `standard_conforming_strings` says. Throws a RangeError on a NUL character.
 */
export function quoteLiteral(value: string): string {
  rejectNul(value, 'A text value');
  const quoted = `'${value.replaceAll("'", "''")}'`;
  return value.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
