import { passwordStrength } from '@basalt/contract';
import { Button, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import { type ReactNode, useId, useState } from 'react';
import { generatePassword } from '../lib/generate-password.ts';
import { CopyButton } from './copy-button.tsx';
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

const STEPS = { weak: 1, fair: 2, good: 3, strong: 4 } as const;
const WORDS = { weak: 'Easy to guess', fair: 'Could be stronger', good: 'Good', strong: 'Strong' } as const;

/** A password with its strength, and on request a generator and a copy button. */
export function PasswordField(props: PasswordFieldProps) {
  const { value, onChange, generator = false, meter = true, autoComplete = 'new-password' } = props;
  const [isVisible, setVisible] = useState(false);
  const meterId = useId();
  const strength = passwordStrength(value);
  return (
    <div className={classes.field}>
      <div className={classes.row}>
        <PasswordInput
          className={classes.input ?? ''}
          label={props.label}
          description={props.description}
          error={props.error}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          visible={isVisible}
          onVisibilityChange={setVisible}
          visibilityToggleButtonProps={{ 'aria-label': isVisible ? 'Hide password' : 'Show password' }}
          autoComplete={autoComplete}
          autoFocus={props.autoFocus ?? false}
          spellCheck={false}
          aria-describedby={meter ? meterId : undefined}
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
      {meter && (
        <div className={classes.meter} data-strength={value === '' ? 'none' : strength}>
          <span className={classes.bars} aria-hidden="true">
            {[1, 2, 3, 4].map((step) => (
              <span key={step} data-lit={(value !== '' && step <= STEPS[strength]) || undefined} />
            ))}
          </span>
          <span id={meterId} className={classes.word}>
            {value === '' ? '' : WORDS[strength]}
          </span>
        </div>
      )}
    </div>
  );
}
