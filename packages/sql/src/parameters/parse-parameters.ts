import { significantTokens } from '../text/tokens.ts';
import { splitDirectives } from './parameter-directives.ts';
import { parameterPlaces } from './parameter-places.ts';

/** A parameter `:name` of a script. */
export interface QueryParameter {
  readonly name: string;
  /** The default, or '' without one: what an input shows first. */
  readonly value: string;
  readonly defaultValue: string | null;
  /** As its directive says: `enum`, `date` or anything else; null without one. */
  readonly type: string | null;
  /** The options of an `enum`. */
  readonly possibleValues: readonly string[] | null;
  /** How often it stands in the text. */
  readonly occurrences: number;
}

/**
 * The parameters of a script in the order of their first appearance, with what directives `@set name:type = value`
 * say about them. A directive whose parameter is never used gives none.
 */
export function parseParameters(sql: string): QueryParameter[] {
  const { sql: text, directives } = splitDirectives(sql);
  const occurrences = new Map<string, number>();
  for (const { name } of parameterPlaces(text, significantTokens(text))) {
    occurrences.set(name, (occurrences.get(name) ?? 0) + 1);
  }
  return [...occurrences].map(([name, count]) => {
    const { value = null, type = null, possibleValues = null } = directives.get(name) ?? {};
    return { name, value: value ?? '', defaultValue: value, type, possibleValues, occurrences: count };
  });
}
