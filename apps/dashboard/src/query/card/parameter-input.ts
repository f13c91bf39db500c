import type { QueryParameter } from '@basalt/sql';
import { parseMoment } from '../chart/moment.ts';

/** How a parameter is asked for. */
export type ParameterInput =
  | { kind: 'enum'; value: string; options: readonly string[] }
  /** `value` is `YYYY-MM-DD`, `shown` the same as `dd MMM`. */
  | { kind: 'date'; value: string; shown: string }
  | { kind: 'text'; value: string };

const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', timeZone: 'UTC' });

/** A list for an enum, a calendar for a date that reads as one, else a line of text. */
export function parameterInput(
  { type, possibleValues, defaultValue }: Pick<QueryParameter, 'type' | 'possibleValues' | 'defaultValue'>,
  given: string | null,
): ParameterInput {
  const value = given ?? defaultValue ?? '';
  if (possibleValues !== null && possibleValues.length > 0)
    return {
      kind: 'enum',
      value,
      options: possibleValues.includes(value) ? possibleValues : [value, ...possibleValues],
    };
  const at = type?.toLowerCase() === 'date' ? parseMoment(value) : null;
  if (at === null) return { kind: 'text', value };
  return { kind: 'date', value: new Date(at).toISOString().slice(0, 10), shown: DAY_AND_MONTH.format(at) };
}
