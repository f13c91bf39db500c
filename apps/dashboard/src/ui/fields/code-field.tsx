import { TextInput } from '@mantine/core';
import type { ApiError } from '../../api/api-error.ts';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error: string | null;
  autoFocus?: boolean;
  /** False: codes of the app only. */
  recovery?: boolean;
}

/** A code of an authenticator app. */
export function CodeField({ value, onChange, error, autoFocus = false, recovery = true }: CodeFieldProps) {
  return (
    <TextInput
      label="Authentication code"
      description={
        recovery
          ? 'The six digits that your authenticator app shows, or a recovery code.'
          : 'The six digits that your authenticator app shows.'
      }
      autoComplete="one-time-code"
      spellCheck={false}
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Whether a sign-in was refused for want of a right code, once the password was right. */
export function needsCode({ field, details }: ApiError): boolean {
  return (
    field === 'code' && (details as { second_factor?: unknown } | undefined)?.second_factor === 'required'
  );
}
