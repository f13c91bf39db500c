const LEGAL = /^[_A-Za-z][_0-9A-Za-z]*$/;

/** Whether a name can stand in a GraphQL document. */
export function isLegal(name: string): boolean {
  return LEGAL.test(name);
}

/** Whether clients that read the schema accept the name: two underscores at the start are kept for GraphQL itself. */
export function isShown(name: string): boolean {
  return isLegal(name) && !name.startsWith('__');
}

/** `blog_post` → `BlogPost`, when the schema asks for it; else as it is. */
export function typeName(name: string, inflects: boolean): string {
  if (!inflects) return name;
  return name
    .replace(/(^|[^0-9A-Za-z])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replaceAll('_', '');
}

/** `full_name` → `fullName`, when the schema asks for it; else as it is. */
export function columnName(name: string, inflects: boolean): string {
  return inflects ? lowerFirst(typeName(name, true)) : name;
}

/** Of functions and their arguments: one underscore at the start is dropped, the first letter is always small. */
export function functionName(name: string, inflects: boolean): string {
  return lowerFirst(typeName(name.startsWith('_') ? name.slice(1) : name, inflects));
}

export function argumentName(name: string, inflects: boolean): string {
  return lowerFirst(typeName(name, inflects));
}

export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** What a key of one column is called by it: `writer_id` → `writer`, or `writerId` → `writer` without inflection. Null: not by it. */
export function nameByColumn(column: string, inflects: boolean): string | null {
  const suffix = inflects ? '_id' : 'Id';
  if (!column.endsWith(suffix) || column.length === suffix.length) return null;
  return columnName(column.slice(0, -suffix.length), inflects);
}
