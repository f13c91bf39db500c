import { parseField } from './parse-field.ts';
import { parseOperation } from './parse-operation.ts';
import { findEmbed } from './read-levels.ts';
import type { Condition, FieldPath, ReadLevel } from './read-plan.ts';
import { Scanner } from './scanner.ts';

/** A filter with the embeds it is addressed to, outermost first. */
export interface AddressedFilter {
  path: readonly string[];
  condition: Condition;
}

/** One parameter as a filter: `id=eq.1`, `author.name=ilike.*x*`. @throws {RestError} PGRST100 */
export function parseFilter(name: string, value: string): AddressedFilter {
  const { path, field } = parseFilterName(name);
  const scanner = new Scanner(value, 'failed to parse filter');
  return { path, condition: { kind: 'test', field, ...parseOperation(scanner, 'whole') } };
}

/**
 * A copy of `level` with one more filter at its place: for a function's parameters, once it is known which of them are
 * not arguments.
 * @throws {RestError} PGRST100 when it is none, PGRST108 when it is addressed to what `select` does not embed
 */
export function parseFilterParameter(name: string, value: string, level: ReadLevel): ReadLevel {
  const { path, condition } = parseFilter(name, value);
  return withCondition(level, path, condition);
}

/** Whether a parameter has the form of a filter. Only the name of an argument can tell otherwise. */
export function looksLikeFilter(name: string, value: string): boolean {
  return name.includes('.') || FILTER_START.test(value);
}

const FILTER_START =
  /^(?:not\.)?(?:(?:eq|neq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?|in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(?:pl|ph|w)?fts(?:\([^()]*\))?)\./;

/** `author.name->a`: the embeds before the last dot, then the field. */
function parseFilterName(name: string): { path: string[]; field: FieldPath } {
  const scanner = new Scanner(name, 'failed to parse tree path');
  const path: string[] = [];
  let field = parseField(scanner);
  while (field.steps.length === 0 && scanner.eat('.')) {
    scanner.countItem();
    path.push(field.name);
    field = parseField(scanner);
  }
  scanner.expectEnd();
  return { path, field };
}

function withCondition(level: ReadLevel, path: readonly string[], condition: Condition): ReadLevel {
  const [name, ...deeper] = path;
  if (name === undefined) return { ...level, where: [...level.where, condition] };
  const embed = findEmbed(level, name);
  const changed = { ...embed, level: withCondition(embed.level, deeper, condition) };
  return { ...level, select: level.select.map((item) => (item === embed ? changed : item)) };
}
