import type { QueryParameter } from '@basalt/sql';
import { useId } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import plain from '../../ui/fields/plain-field.module.css';
import { parameterInput } from './parameter-input.ts';
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
