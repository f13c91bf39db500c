import { Input, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { SecretField } from './secret-field.tsx';
import type { Setting } from './setting.ts';
import classes from './settings-form.module.css';

interface SettingFieldProps {
  setting: Setting;
  value: string | boolean;
  /** Null forgets a secret. */
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
        </div>
      );
    case 'number':
      return <NumberField {...props} unit={setting.unit} />;
    case 'list':
    case 'html':
      return (
        <Textarea
          className={setting.kind === 'list' ? `${classes.field} ${classes.lines}` : (classes.lines ?? '')}
          label={label}
          {...described}
          placeholder={setting.placeholder ?? ''}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          readOnly={isReadOnly}
          rows={rowsFor(setting.kind, String(value))}
          spellCheck={false}
          autoComplete="off"
        />
      );
    case 'text':
      return (
        <TextInput
          className={classes.field ?? ''}
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
      );
  }
}

function rowsFor(kind: 'list' | 'html', value: string): number {
  const [least, most] = kind === 'list' ? [3, 10] : [8, 24];
  return Math.min(most, Math.max(least, value.split('\n').length + 1));
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
      </div>
    </Input.Wrapper>
  );
}
