import '../../theme/dialog.ts';
import type { AuthUser } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { useUserAction } from './use-user-action.ts';

interface PasswordDialogProps {
  projectRef: string;
  user: AuthUser;
  opened: boolean;
  onClose: () => void;
}

/** Gives a user another password. */
export function PasswordDialog({ opened, onClose, ...rest }: PasswordDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Set password"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <PasswordForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function PasswordForm({ projectRef, user, onClose }: Omit<PasswordDialogProps, 'opened'>) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUserAction({
    mutation: orpc.authUsers.update.mutationOptions(),
    done: 'Set the password',
    onDone: onClose,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (update.isRunning) return;
    if (password === '') return setProblem('Enter a password.');
    void update.run({ ref: projectRef, id: user.id, password });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={password !== '' && !update.isRunning} />
      <PasswordField
        label="New password"
        description="Copy it before you save: it is not shown again."
        value={password}
        error={problem ?? (update.error && fieldSentence(update.error))}
        onChange={(value) => {
          setPassword(value);
          setProblem(null);
          update.reset();
        }}
        generator
      />
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={update.isRunning}>
          Set password
        </Button>
      </div>
    </form>
  );
}
