const UNBOUNDED: ReadonlyMap<string, string> = new Map([
  ['character', 'bpchar'],
  ['bit', 'varbit'],
]);

/**
 * A type of the catalog as the definition of a column: `character` and `bit` without a length would mean a length of one there,
 * whatever the real column's is.
 * @param type as `format_type` writes it, which is SQL already
 */
export function storageType(type: string): string {
  const [, name = type, brackets = ''] = /^([^[\]]*)((?:\[\])*)$/.exec(type) ?? [];
  return `${UNBOUNDED.get(name) ?? name}${brackets}`;
}
