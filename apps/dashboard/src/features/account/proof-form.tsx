import type { FactorProof, FactorWays } from '@basalt/contract';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { FactorField } from '../../second-factor/factor-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

interface ProofFormProps {
  text?: string;
  /** Of the second factor, which is asked for where there is one. */
  ways: FactorWays | null;
  withPassword?: boolean;
  submitLabel: string;
  danger?: boolean;
  isRunning: boolean;
  error: ApiError | null;
  onProve: (oneself: FactorProof & { password: string }) => void;
}

/** Asks somebody who is signed in for their password and their second factor, before how they sign in is changed. */
export function ProofForm(props: ProofFormProps) {
  const { text, ways, withPassword = true, submitLabel, danger = false, isRunning, error, onProve } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const errors = fieldErrors(error, ['password', 'code'] as const);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isRunning) onProve({ password, ...(code === '' ? {} : { code }) });
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <UnsavedGuard when={(password !== '' || code !== '') && !isRunning} />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      {text !== undefined && <p>{text}</p>}
      {withPassword && (
        <PasswordField
          label="Password"
          meter={false}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          autoFocus
        />
      )}
      {ways !== null && (
        <FactorField
          ways={ways}
          value={code}
          onChange={setCode}
          onPasskey={(passkey) => onProve({ password, passkey })}
          error={errors.code}
          autoFocus={!withPassword}
        />
      )}
      <div className={form.foot}>
        <Button type="submit" variant="filled" loading={isRunning} {...(danger ? { color: 'red' } : {})}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
