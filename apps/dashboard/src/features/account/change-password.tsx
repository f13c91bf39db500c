import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

/** Sets a new password for whoever knows the present one. */
export function ChangePassword({ email }: { email: string }) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [missing, setMissing] = useState(false);
  const change = useAction({
    mutation: orpc.accounts.changePassword.mutationOptions(),
    done: 'Changed your password',
    onDone: async () => {
      setCurrent('');
      setNext('');
      await queries.invalidateQueries({ queryKey: orpc.accounts.listSessions.key() });
    },
  });
  const errors = fieldErrors(change.error, ['current_password', 'password'] as const);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isRunning) return;
    setMissing(current === '');
    if (current !== '') void change.run({ current_password: current, password: next });
  }

  return (
    <Section
      title="Change password"
      description="All other devices are signed out. Access tokens go on working: delete those you no longer trust."
    >
      <form className={form.form} onSubmit={submit}>
        <UnsavedGuard when={(current !== '' || next !== '') && !change.isRunning} />
        {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
        {/* Password managers file the new password under it. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label="Current password"
          meter={false}
          autoComplete="current-password"
          value={current}
          onChange={(value) => {
            setCurrent(value);
            setMissing(false);
          }}
          error={missing ? 'Enter your current password.' : errors.current_password}
        />
        <PasswordField
          label="New password"
          value={next}
          onChange={setNext}
          error={errors.password}
          generator
        />
        <div className={form.foot}>
          <Button type="submit" variant="filled" loading={change.isRunning}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  );
}
