export type Literal = string | number | boolean | null;

/** What a line is asked for. */
export type LogValue =
  /** A column by its path (`request.path`), or all of them (`*`). */
  | { kind: 'column'; path: string }
  | { kind: 'literal'; value: Literal }
  | { kind: 'number'; of: LogValue }
  | { kind: 'upper' | 'lower' | 'milliseconds'; of: LogValue }
  /** Where a text begins in a value, counted from 1; 0: nowhere. Case does not matter. */
  | { kind: 'position'; of: LogValue; text: string }
  /** The value of the first condition that holds. */
  | { kind: 'choice'; cases: readonly (readonly [LogCondition, LogValue])[]; otherwise: LogValue };

export type LogCondition =
  | { kind: 'and' | 'or'; all: LogCondition[] }
  | { kind: 'not'; of: LogCondition }
  | { kind: 'compare'; of: LogValue; operator: '=' | '<>' | '<' | '<=' | '>' | '>='; value: Literal }
  | { kind: 'in'; of: LogValue; values: Literal[] }
  | { kind: 'like'; of: LogValue; pattern: string; ignoresCase: boolean }
  | { kind: 'null'; of: LogValue };

/** Whether a condition asks for this column and for no other. */
export function asksOnly(condition: LogCondition, path: string): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.all.every((each) => asksOnly(each, path));
    case 'not':
      return asksOnly(condition.of, path);
    default:
      return condition.of.kind === 'column' && condition.of.path === path;
  }
}
