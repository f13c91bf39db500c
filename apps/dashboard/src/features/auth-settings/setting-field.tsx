import { Input, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { ResetToDefault } from '../../ui/fields/reset-to-default.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { defaultValue } from './draft.ts';
import { SecretField } from './secret-field.tsx';
import type { Setting } from './setting.ts';
import classes from './settings-form.module.css';

interface SettingFieldProps {
  setting: Setting;
  value: string | boolean;
  /** Null forgets a secret, and takes any other setting back to its default. */
  onChange: (value: string | boolean | null) => void;
  error: string | null;
  /** Shown to somebody who may not change it. */
  isReadOnly: boolean;
  /** For secrets: one is kept already. */
  isSet: boolean;
  /** For secrets: it will be no more once this is saved. */
  isForgotten: boolean;
}

/** The field that a setting is edited with. */
export function SettingField(props: SettingFieldProps) {
  const { setting, value, onChange, error, isReadOnly } = props;
  const { label, description } = setting;
  const described = description === undefined ? {} : { description };
  const reset = <Reset {...props} />;
  switch (setting.kind) {
    case 'switch':
      return (
        <SwitchField
          label={label}
          {...described}
          checked={value === true}
          onChange={onChange}
          disabled={isReadOnly}
          error={error}
        />
      );
    case 'secret':
      return <SecretField {...props} value={String(value)} />;
    case 'choice':
      return (
        <div className={classes.field}>
          <Input.Wrapper label={label} labelElement="div" error={error} {...described}>
            <ChoiceField
              label={label}
              options={setting.options}
              value={String(value)}
              onChange={onChange}
              disabled={isReadOnly}
            />
          </Input.Wrapper>
          {reset}
        </div>
      );
    case 'number':
      return <NumberField {...props} unit={setting.unit} />;
    case 'html':
      return <Lines {...props} />;
    case 'list':
      return (
        <div className={classes.field}>
          <Lines {...props} />
          {reset}
        </div>
      );
    case 'text':
      return (
        <div className={classes.field}>
          <TextInput
            label={label}
            {...described}
            placeholder={setting.placeholder ?? ''}
            value={String(value)}
            onChange={(event) => onChange(event.currentTarget.value)}
            error={error}
            readOnly={isReadOnly}
            spellCheck={false}
            autoComplete="off"
          />
          {reset}
        </div>
      );
  }
}

/** The way back to the default, where that is known and something else is there. */
function Reset({ setting, value, onChange, isReadOnly }: SettingFieldProps) {
  const usual = defaultValue(setting);
  if (isReadOnly || usual === null || value === usual) return null;
  const shown =
    setting.kind === 'choice' ? setting.options.find((option) => option.value === usual)?.label : usual;
  return <ResetToDefault label={setting.label} usual={String(shown)} onReset={() => onChange(null)} />;
}

/** Several lines, as many as there are within reason. */
function Lines({ setting, value, onChange, error, isReadOnly }: SettingFieldProps) {
  const [least, most] = setting.kind === 'list' ? [3, 10] : [8, 24];
  const rows = Math.min(most, Math.max(least, String(value).split('\n').length + 1));
  return (
    <Textarea
      className={classes.lines ?? ''}
      label={setting.label}
      {...(setting.description === undefined ? {} : { description: setting.description })}
      placeholder={('placeholder' in setting && setting.placeholder) || ''}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      readOnly={isReadOnly}
      rows={rows}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

function NumberField(props: SettingFieldProps & { unit: string }) {
  const { setting, value, onChange, error, isReadOnly, unit } = props;
  const id = useId();
  const isWrong = error !== null;
  const describedBy = [
    setting.description !== undefined && `${id}-description`,
    `${id}-unit`,
    isWrong && `${id}-error`,
  ].filter((part) => part !== false);
  return (
    <Input.Wrapper
      id={id}
      label={setting.label}
      error={error}
      {...(setting.description === undefined ? {} : { description: setting.description })}
    >
      <div className={classes.number}>
        <Input
          id={id}
          inputMode="numeric"
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={isWrong}
          readOnly={isReadOnly}
          autoComplete="off"
          aria-describedby={describedBy.join(' ')}
        />
        <span id={`${id}-unit`} className={classes.unit}>
          {unit}
        </span>
        <Reset {...props} />
      </div>
    </Input.Wrapper>
  );
}
