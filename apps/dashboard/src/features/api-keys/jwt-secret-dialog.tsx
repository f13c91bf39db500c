import type { Project } from '@basalt/contract';
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../../lib/field-errors.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './jwt-secret-dialog.module.css';
import { jwtSecretProblem } from './key-problems.ts';
import type { JwtUpdate } from './use-jwt-update.ts';

const CHOICES = [
  { value: 'generated', label: 'Generate one' },
  { value: 'own', label: 'Use my own' },
] as const;

/** Asks for the new JWT secret, and whether it is clear what ends with the old one. */
export function JwtSecretDialog({ project, update }: { project: Project; update: JwtUpdate }) {
  const { state, refusal, cancel, send } = update;
  const [isOwn, setOwn] = useState(false);
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isRunning = state.is === 'confirming' && state.sending !== null;
  const errors = fieldErrors(refusal, ['jwt_secret']);

  function confirm() {
    const found = isOwn ? jwtSecretProblem(secret) : null;
    setProblem(found);
    if (found === null) send(isOwn ? secret : undefined);
  }

  return (
    <ConfirmDialog
      opened
      onClose={cancel}
      onConfirm={confirm}
      title="Change JWT secret"
      confirmLabel="Change JWT secret"
      typedName={project.name}
      danger
      isRunning={isRunning}
    >
      <div className={classes.fields}>
        <UnsavedGuard when={isOwn && secret !== '' && !isRunning} />
        <p>
          Every token that was signed with the old secret ends at once, and so do the anon and service_role
          keys: your users have to sign in again, and your apps need the new keys. Publishable and secret keys
          stay as they are.
        </p>
        {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
        <RadioGroup
          label="New secret"
          options={CHOICES}
          value={isOwn ? 'own' : 'generated'}
          onChange={(value) => setOwn(value === 'own')}
        />
        {isOwn && (
          <PasswordInput
            label="Your secret"
            description="32 to 512 plain characters. Whoever knows it can act as any of your users."
            value={secret}
            error={problem ?? errors.jwt_secret}
            onChange={(event) => {
              setSecret(event.currentTarget.value);
              setProblem(null);
            }}
            autoComplete="off"
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
