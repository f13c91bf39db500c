import type { FactorWays, PasskeyUse } from '@basalt/contract';
import { Button, Stack, TextInput } from '@mantine/core';
import type { ApiError } from '../api/api-error.ts';
import { usePasskeyPlace, useShownPasskey } from './use-passkeys.ts';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error: string | null;
  description: string;
  autoFocus?: boolean;
}

/** A code of an authenticator app, or a recovery code. */
export function CodeField({ value, onChange, error, description, autoFocus = false }: CodeFieldProps) {
  return (
    <TextInput
      label="Authentication code"
      description={description}
      autoComplete="one-time-code"
      spellCheck={false}
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface FactorFieldProps extends Omit<CodeFieldProps, 'description'> {
  ways: FactorWays;
  /** Sends the form off with a passkey in place of a code. */
  onPasskey: (passkey: PasskeyUse) => void;
}

/** The second factor of an account, in the ways that it has. */
export function FactorField({ ways, onPasskey, ...field }: FactorFieldProps) {
  const { isHere, origin } = usePasskeyPlace();
  const { show, isRunning, problem } = useShownPasskey(onPasskey);
  const elsewhere = ways.passkey && !isHere && origin !== null ? ` Your passkeys work at ${origin}.` : '';
  return (
    <Stack gap="sm">
      {ways.passkey && isHere && (
        <Button fullWidth loading={isRunning} onClick={show}>
          Use a passkey
        </Button>
      )}
      <CodeField
        {...field}
        error={problem ?? field.error}
        description={
          ways.app
            ? `The six digits that your authenticator app shows, or a recovery code.${elsewhere}`
            : `A recovery code.${elsewhere}`
        }
      />
    </Stack>
  );
}

/** The ways to show a second factor, where a sign-in was refused for want of one once the password was right; null: for another reason. */
export function factorAskedFor({ field, details }: ApiError): FactorWays | null {
  const told = (details ?? {}) as Partial<FactorWays> & { second_factor?: unknown };
  if (field !== 'code' || told.second_factor !== 'required') return null;
  return { app: told.app === true, passkey: told.passkey === true };
}
