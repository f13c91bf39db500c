import type { LogCondition } from './parse-log-query.ts';

/** A line of any log: `id`, `timestamp`, `event_message`, and what else is known by its path (`request.path`). */
export type FlatLine = Readonly<Record<string, string | number | null | undefined>>;

/** A condition as SQL means it: what is not known meets no comparison. */
export function matchLine(condition: LogCondition | null): (line: FlatLine) => boolean {
  if (condition === null) return () => true;
  const test = compile(condition);
  return (line) => test(line) === true;
}

/** Null: unknown. */
type Test = (line: FlatLine) => boolean | null;

function compile(condition: LogCondition): Test {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const tests = condition.of.map(compile);
      const decisive = condition.kind === 'or';
      return (line) => {
        let result: boolean | null = !decisive;
        for (const test of tests) {
          const found = test(line);
          if (found === decisive) return decisive;
          if (found === null) result = null;
        }
        return result;
      };
    }
    case 'not': {
      const test = compile(condition.of);
      return (line) => {
        const found = test(line);
        return found === null ? null : !found;
      };
    }
    case 'null':
      return (line) => line[condition.path] == null;
    case 'in': {
      const tests = condition.values.map((value) =>
        compile({ kind: 'compare', path: condition.path, operator: '=', value }),
      );
      return (line) => (line[condition.path] == null ? null : tests.some((test) => test(line) === true));
    }
    case 'like': {
      const matches = likeMatcher(condition.pattern, condition.ignoresCase);
      return (line) => {
        const value = line[condition.path];
        return value == null ? null : matches(String(value));
      };
    }
    case 'compare':
      return (line) => compare(line, condition);
  }
}

function compare(
  line: FlatLine,
  { path, operator, value }: Extract<LogCondition, { kind: 'compare' }>,
): boolean | null {
  const found = line[path];
  if (found == null || value === null) return null;
  // Numbers may be written as texts, moments as ISO 8601.
  const [a, b] =
    path === 'timestamp' && typeof value === 'string'
      ? [Number(found), Date.parse(value) * 1_000]
      : typeof found === 'number'
        ? [found, Number(value)]
        : [found, String(value)];
  switch (operator) {
    case '=':
      return a === b;
    case '<>':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

/** LIKE with `%` only: other signs stand for themselves. No regular expression is made of what somebody wrote. */
export function likeMatcher(pattern: string, ignoresCase: boolean): (text: string) => boolean {
  const [first = '', ...rest] = (ignoresCase ? pattern.toLowerCase() : pattern).split('%');
  const last = rest.pop();
  return (given) => {
    const text = ignoresCase ? given.toLowerCase() : given;
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return text.length - at >= last.length && text.endsWith(last);
  };
}
