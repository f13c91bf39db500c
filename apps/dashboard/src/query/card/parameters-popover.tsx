import type { QueryParameter } from '@basalt/sql';
import { Button } from '@mantine/core';
import { IconVariable } from '@tabler/icons-react';
import { useState } from 'react';
import { Dropdown } from '../../ui/menus/dropdown.tsx';
import bar from '../bar-button.module.css';
import { ParameterField } from './parameter-field.tsx';
import classes from './parameters-popover.module.css';

interface ParametersPopoverProps {
  parameters: readonly QueryParameter[];
  values: Readonly<Record<string, string>>;
  onApply: (values: Record<string, string>) => void;
}

/** The values a query runs with. They count when Apply is pressed: not every key is a run. */
export function ParametersPopover(props: ParametersPopoverProps) {
  return (
    <Dropdown
      label="Parameters"
      align="end"
      className={bar.button}
      trigger={<IconVariable size={15} stroke={1.75} aria-hidden />}
    >
      {(close) => <ParametersForm {...props} close={close} />}
    </Dropdown>
  );
}

function ParametersForm(props: ParametersPopoverProps & { close: () => void }) {
  const { parameters, values, onApply, close } = props;
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(values);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        close();
        onApply({ ...draft });
      }}
    >
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          given={draft[parameter.name] ?? null}
          onChange={(value) => setDraft({ ...draft, [parameter.name]: value })}
        />
      ))}
      <div className={classes.actions}>
        <Button size="xs" type="button" onClick={() => setDraft({})}>
          Use defaults
        </Button>
        <Button size="xs" type="submit" variant="filled">
          Apply
        </Button>
      </div>
    </form>
  );
}
