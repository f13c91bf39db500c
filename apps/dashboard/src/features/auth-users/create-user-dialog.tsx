import '../../theme/dialog.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { useUserAction } from './use-user-action.ts';

interface CreateUserDialogProps {
  projectRef: string;
  opened: boolean;
  onClose: () => void;
}

/** Makes a user who can sign in at once, or after confirming the address. */
export function CreateUserDialog({ projectRef, opened, onClose }: CreateUserDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create user" closeButtonProps={{ 'aria-label': 'Close' }}>
      <CreateForm projectRef={projectRef} onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isConfirmed, setConfirmed] = useState(true);
  const [problem, setProblem] = useState<{ email?: string; password?: string }>({});
  const navigate = useNavigate();
  const create = useUserAction({
    mutation: orpc.authUsers.create.mutationOptions(),
    done: (user) => `Created ${user.email}`,
    onDone: ({ id }) =>
      navigate({ to: '/project/$ref/auth/users/$id', params: { ref: projectRef, id }, search: {} }),
  });
  const errors = fieldErrors(create.error, ['email', 'password']);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isRunning) return;
    const found = {
      ...(email.trim() === '' ? { email: 'Enter an e-mail address.' } : {}),
      ...(password === '' ? { password: 'Enter a password.' } : {}),
    };
    setProblem(found);
    if (Object.keys(found).length > 0) return;
    void create.run({ ref: projectRef, email: email.trim(), password, email_confirm: isConfirmed });
  }

  function edited() {
    setProblem({});
    create.reset();
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={(email !== '' || password !== '') && !create.isRunning} />
      <TextInput
        label="E-mail address"
        type="email"
        value={email}
        error={problem.email ?? errors.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          edited();
        }}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordField
        label="Password"
        value={password}
        error={problem.password ?? errors.password}
        onChange={(value) => {
          setPassword(value);
          edited();
        }}
        generator
      />
      <SwitchField
        label="Confirm the address now"
        description="Off: the user cannot sign in before the address is confirmed."
        checked={isConfirmed}
        onChange={setConfirmed}
      />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={create.isRunning}>
          Create user
        </Button>
      </div>
    </form>
  );
}
