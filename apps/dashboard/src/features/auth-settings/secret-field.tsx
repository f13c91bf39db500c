import { Button, Input, PasswordInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Setting } from './setting.ts';
import classes from './settings-form.module.css';

interface SecretFieldProps {
  setting: Setting;
  value: string;
  /** Null forgets what is kept. */
  onChange: (value: string | null) => void;
  error: string | null;
  isReadOnly: boolean;
  /** One is kept already; it is never shown. */
  isSet: boolean;
  /** It will be no more once this is saved. */
  isForgotten: boolean;
}

/** Something secret that can be set, replaced and removed, and never read. */
export function SecretField(props: SecretFieldProps) {
  const { setting, value, onChange, error, isReadOnly, isSet, isForgotten } = props;
  const [isVisible, setVisible] = useState(false);
  const id = useId();
  const isKept = isSet && !isForgotten;
  const description = isForgotten
    ? 'Is removed when you save.'
    : isKept
      ? 'Is set. Leave the field empty to keep it.'
      : setting.description;
  return (
    <div className={classes.field}>
      <Input.Wrapper
        id={id}
        label={setting.label}
        error={error}
        {...(description === undefined ? {} : { description })}
      >
        <div className={classes.secret}>
          <PasswordInput
            id={id}
            value={value}
            placeholder={isKept ? '••••••••' : ''}
            onChange={(event) => onChange(event.currentTarget.value)}
            error={error !== null}
            readOnly={isReadOnly}
            visible={isVisible}
            onVisibilityChange={setVisible}
            visibilityToggleIcon={({ reveal }) =>
              reveal ? (
                <IconEyeOff size={16} stroke={1.6} aria-hidden="true" />
              ) : (
                <IconEye size={16} stroke={1.6} aria-hidden="true" />
              )
            }
            visibilityToggleButtonProps={{
              'aria-label': `${isVisible ? 'Hide' : 'Show'} what you type as ${setting.label.toLowerCase()}`,
            }}
            // Browsers offer the password of the dashboard otherwise.
            autoComplete="new-password"
            spellCheck={false}
            aria-describedby={
              [description !== undefined && `${id}-description`, error !== null && `${id}-error`]
                .filter((part) => part !== false)
                .join(' ') || undefined
            }
          />
          {isKept && !isReadOnly && (
            <Button aria-label={`Remove ${setting.label.toLowerCase()}`} onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
        </div>
      </Input.Wrapper>
    </div>
  );
}
