import type { ScriptObject } from '@basalt/contract';

/**
 * The statements that make the types and tables of schemas anew, in an order in which they can be run: what others need comes
 * first, foreign keys last. Functions, views, policies and triggers are not among them.
 */
export function schemaScript(types: readonly ScriptObject[], tables: readonly ScriptObject[]): string {
  const ordered = [...types.toSorted(byRank), ...tables.toSorted(byRank)];
  const schemas = [...new Set(ordered.map(({ schema }) => schema))].filter((name) => name !== 'public');
  return [
    '-- Types and tables. Functions, views, policies and triggers are not in it.',
    ...schemas.toSorted().map((name) => `create schema if not exists ${quoted(name)};`),
    ...ordered.map(({ schema, name, sql }) => sql?.trim() ?? missing(schema, name)),
    ...ordered.flatMap(({ after }) => (after === null ? [] : [after])),
    '',
  ].join('\n\n');
}

const byRank = (a: ScriptObject, b: ScriptObject) => a.rank - b.rank;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** In a comment, in which a name must not begin a new line. */
function missing(schema: string, name: string): string {
  return `-- ${JSON.stringify(`${schema}.${name}`)} cannot be written out now: something has a lock on it.`;
}
