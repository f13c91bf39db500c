import { type PasswordStrength, passwordStrength } from '@basalt/contract';
import { Button, Input, PasswordInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { generatePassword } from '../../lib/generate-password.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import classes from './password-field.module.css';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
  /** Offers to generate and copy a password. */
  generator?: boolean;
  /** Shows how hard the password is to guess; on unless said otherwise. */
  meter?: boolean;
  autoComplete?: 'new-password' | 'current-password' | 'off';
  autoFocus?: boolean;
}

/** A password with its strength, and on request a generator and a copy button. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, onChange, error, description } = props;
  const { generator = false, meter = true, autoComplete = 'new-password', autoFocus = false } = props;
  const [isVisible, setVisible] = useState(false);
  const id = useId();
  const isWrong = error !== undefined && error !== null && error !== false;
  const describedBy = [
    description !== undefined && `${id}-description`,
    isWrong && `${id}-error`,
    meter && value !== '' && `${id}-strength`,
  ].filter((part) => part !== false);
  return (
    <div>
      <Input.Wrapper id={id} label={label} description={description} error={error}>
        <div className={classes.row}>
          <PasswordInput
            id={id}
            className={classes.input ?? ''}
            error={isWrong}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            visible={isVisible}
            onVisibilityChange={setVisible}
            visibilityToggleIcon={({ reveal }) =>
              reveal ? (
                <IconEyeOff size={16} stroke={1.6} aria-hidden="true" />
              ) : (
                <IconEye size={16} stroke={1.6} aria-hidden="true" />
              )
            }
            visibilityToggleButtonProps={{ 'aria-label': isVisible ? 'Hide password' : 'Show password' }}
            autoComplete={autoComplete}
            autoFocus={autoFocus}
            spellCheck={false}
            aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
          />
          {generator && (
            <div className={classes.tools}>
              <Button
                onClick={() => {
                  onChange(generatePassword());
                  setVisible(true);
                }}
              >
                Generate
              </Button>
              <CopyButton value={value} label="password" />
            </div>
          )}
        </div>
      </Input.Wrapper>
      {meter && (
        <StrengthMeter id={`${id}-strength`} strength={value === '' ? null : passwordStrength(value)} />
      )}
    </div>
  );
}

const STEPS = { weak: 1, fair: 2, good: 3, strong: 4 } as const;
const LABELS = { weak: 'Easy to guess', fair: 'Could be stronger', good: 'Good', strong: 'Strong' } as const;

/** Four bars and a word; empty, at the same size, while there is nothing to judge. */
function StrengthMeter({ id, strength }: { id: string; strength: PasswordStrength | null }) {
  return (
    <div className={classes.meter} data-strength={strength ?? 'none'}>
      <span className={classes.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-lit={(strength !== null && step <= STEPS[strength]) || undefined} />
        ))}
      </span>
      <span id={id} className={classes.word}>
        {strength === null ? '' : LABELS[strength]}
      </span>
    </div>
  );
}
