import { tokenize } from '../text/tokens.ts';

/** What `@set name:type = value` says about a parameter. */
export interface ParameterDirective {
  readonly name: string;
  /** `enum` when the type is a list with `|`; null when none is written. */
  readonly type: string | null;
  readonly possibleValues: readonly string[] | null;
  readonly value: string;
}

/** A script without its directives. */
export interface DirectiveSplit {
  readonly sql: string;
  /** By name; a later directive replaces an earlier one. */
  readonly directives: ReadonlyMap<string, ParameterDirective>;
}

const DIRECTIVE =
  /@set[ \t]+([A-Za-z_][A-Za-z0-9_]*)[ \t]*(?::([^=\n\r]*))?=([^;\n\r]*)(?:;[ \t]*)?(?=([^\n\r]*))/y;
const LINE_END = /\r\n|\n|\r|$/y;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the line of a place begins, if only spaces stand before the place. */
function lineStart(sql: string, at: number): number | null {
  let start = at;
  while (start > 0 && ' \t\f\v'.includes(sql.charAt(start - 1))) start -= 1;
  return start === 0 || sql[start - 1] === '\n' || sql[start - 1] === '\r' ? start : null;
}

function toDirective(name: string, declared: string | undefined, value: string): ParameterDirective {
  const type = declared?.trim() ?? '';
  if (!type.includes('|')) return { name, type: type === '' ? null : type, possibleValues: null, value };
  const options = type.split('|').map((option) => option.trim());
  return { name, type: 'enum', possibleValues: options.filter((option) => option !== ''), value };
}

function endOfLine(sql: string, at: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.test(sql) ? LINE_END.lastIndex : at;
}

function directiveAt(sql: string, at: number): { directive: ParameterDirective; range: Range } | null {
  const start = sql[at] === '@' ? lineStart(sql, at) : null;
  if (start === null) return null;
  DIRECTIVE.lastIndex = at;
  const [text = '', name = '', type, written = '', rest] = DIRECTIVE.exec(sql) ?? [];
  const value = written.trim();
  if (value === '') return null;
  const end = rest === '' ? endOfLine(sql, at + text.length) : at + text.length;
  return { directive: toDirective(name, type, value), range: { start, end } };
}

function withoutRanges(sql: string, ranges: readonly Range[]): string {
  let text = '';
  let at = 0;
  for (const { start, end } of ranges) {
    text += sql.slice(at, start);
    at = end;
  }
  const rest = sql.slice(at);
  // A directive on the last line takes the end of the line above with it.
  return rest === '' && ranges.length > 0 ? text.replace(/(\r\n|\n|\r)$/, '') : text + rest;
}

/**
 * Takes the lines `@set name[:type] = value[;]` out of a script. Only lines of the script itself count, not those of
 * its strings, quoted names and comments; a line that does not fit stays; what follows the semicolon stays.
 */
export function splitDirectives(sql: string): DirectiveSplit {
  const directives = new Map<string, ParameterDirective>();
  if (!sql.includes('@set')) return { sql, directives };
  const ranges: Range[] = [];
  const skip = (from: number): number => {
    let at = from;
    for (let found = directiveAt(sql, at); found !== null; found = directiveAt(sql, at)) {
      directives.set(found.directive.name, found.directive);
      ranges.push(found.range);
      at = found.range.end;
    }
    return at;
  };
  tokenize(sql, skip);
  return { sql: withoutRanges(sql, ranges), directives };
}
