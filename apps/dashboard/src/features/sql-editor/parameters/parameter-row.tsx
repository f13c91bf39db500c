import { ParameterField } from '../../../query/card/parameter-field.tsx';
import classes from './parameter-row.module.css';
import type { Parameters } from './use-parameters.ts';

/** A field for every parameter of the text. */
export function ParameterRow({ parameters }: { parameters: Parameters }) {
  const { list, values, setValue } = parameters;
  return (
    <fieldset className={classes.row} aria-label="Parameters">
      {list.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          given={values[parameter.name] ?? null}
          onChange={(value) => setValue(parameter.name, value)}
        />
      ))}
    </fieldset>
  );
}
