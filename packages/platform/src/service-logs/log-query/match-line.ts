import type { LogCondition, LogValue } from './log-expressions.ts';

/** A line of any log: `id`, `timestamp`, `event_message`, and what else is known by its path (`request.path`). */
export type FlatLine = Readonly<Record<string, string | number | null | undefined>>;

/** A condition as SQL means it: what is not known meets no comparison. */
export function matchLine(condition: LogCondition | null): (line: FlatLine) => boolean {
  if (condition === null) return () => true;
  const test = compile(condition);
  return (line) => test(line) === true;
}

type Found = string | number | boolean | null;

/** What a value is in a line; null: it is not known there. */
export function valueIn(value: LogValue): (line: FlatLine) => Found {
  switch (value.kind) {
    case 'column':
      return (line) => (Object.hasOwn(line, value.path) ? (line[value.path] ?? null) : null);
    case 'literal':
      return () => value.value;
    case 'choice': {
      const cases = value.cases.map(([when, then]) => [matchLine(when), valueIn(then)] as const);
      const otherwise = valueIn(value.otherwise);
      return (line) => (cases.find(([holds]) => holds(line))?.[1] ?? otherwise)(line);
    }
    case 'number': {
      const of = valueIn(value.of);
      return (line) => Number(of(line)) || 0;
    }
    default: {
      const of = valueIn(value.of);
      return (line) => {
        const found = of(line);
        return found === null ? null : changed(found, value);
      };
    }
  }
}

function changed(
  found: Exclude<Found, null>,
  value: Extract<LogValue, { kind: 'upper' | 'lower' | 'milliseconds' | 'position' }>,
): Found {
  switch (value.kind) {
    case 'upper':
      return String(found).toUpperCase();
    case 'lower':
      return String(found).toLowerCase();
    case 'milliseconds':
      return Math.floor(Number(found) / 1_000);
    case 'position':
      return String(found).toLowerCase().indexOf(value.text.toLowerCase()) + 1;
  }
}

/** Null: unknown. */
type Test = (line: FlatLine) => boolean | null;

function compile(condition: LogCondition): Test {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const tests = condition.all.map(compile);
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
    case 'null': {
      const of = valueIn(condition.of);
      return (line) => of(line) === null;
    }
    case 'in': {
      const of = valueIn(condition.of);
      const tests = condition.values.map((value) =>
        compile({ kind: 'compare', of: condition.of, operator: '=', value }),
      );
      return (line) => (of(line) === null ? null : tests.some((test) => test(line) === true));
    }
    case 'like': {
      const of = valueIn(condition.of);
      const matches = likeMatcher(condition.pattern, condition.ignoresCase);
      return (line) => {
        const value = of(line);
        return value === null ? null : matches(String(value));
      };
    }
    case 'compare': {
      const of = valueIn(condition.of);
      const isTime = condition.of.kind === 'column' && condition.of.path === 'timestamp';
      return (line) => compare(of(line), condition, isTime);
    }
  }
}

function compare(
  found: Found,
  { operator, value }: Extract<LogCondition, { kind: 'compare' }>,
  isTime: boolean,
): boolean | null {
  if (found === null || value === null) return null;
  // Numbers may be written as texts, moments as ISO 8601.
  const [a, b] =
    isTime && typeof value === 'string'
      ? [Number(found), Date.parse(value) * 1_000]
      : typeof found === 'number'
        ? [found, Number(value)]
        : [String(found), String(value)];
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
