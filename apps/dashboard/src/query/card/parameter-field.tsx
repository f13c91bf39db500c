import type { QueryParameter } from '@basalt/sql';
import { useId } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import plain from '../../ui/fields/plain-field.module.css';
import { parseMoment } from '../chart/moment.ts';
import classes from './parameters-popover.module.css';

interface ParameterFieldProps {
  parameter: QueryParameter;
  /** Null: the default is used. */
  given: string | null;
  onChange: (value: string) => void;
}

/** One parameter: a list, a date or a text, as its type and value say. */
export function ParameterField({ parameter, given, onChange }: ParameterFieldProps) {
  const id = useId();
  const { name, defaultValue } = parameter;
  const input = parameterInput(parameter, given);
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.name}>
        {name}
        {input.kind === 'date' && <span className={classes.day}>{input.shown}</span>}
      </label>
      {input.kind === 'enum' ? (
        <ChoiceField
          label={name}
          value={input.value}
          options={input.options.map((value) => ({ value, label: value === '' ? 'None' : value }))}
          onChange={onChange}
        />
      ) : (
        <span className={plain.field}>
          <input
            id={id}
            type={input.kind}
            value={input.value}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </span>
      )}
      {defaultValue !== null && given !== null && given !== defaultValue && (
        <span className={classes.default}>Default: {defaultValue}</span>
      )}
    </div>
  );
}

/** How a parameter is asked for. */
type ParameterInput =
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
