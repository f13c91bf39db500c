const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Parameters of the Data API that are no columns. */
const RESERVED: ReadonlySet<string> = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'and',
  'or',
  'not',
  'columns',
  'on_conflict',
]);

/** A name as the Data API's own language writes it, in double quotes where it must be. */
export function apiName(name: string): string {
  return PLAIN.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** A column before the `=` of a filter. */
export function filterName(name: string): string {
  return RESERVED.has(name) ? `"${name}"` : apiName(name);
}

/** A value in a list or a condition of several, in double quotes where it must be. */
export function apiValue(value: string | number | boolean): string {
  const text = String(value);
  if (typeof value === 'boolean' || (/^[\w.+-]+$/.test(text) && text !== 'null')) return text;
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Whether the public client can name a column in lists: it takes a double quote in a name for its end. */
export function isListable(name: string): boolean {
  return !/["\\]/.test(name);
}
