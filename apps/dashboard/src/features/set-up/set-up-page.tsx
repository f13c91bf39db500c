import { Button, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { beginSession } from '../../api/profile-query.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { DoorPage } from '../../ui/pages/door-page.tsx';
import { Notice } from '../../ui/pages/notice.tsx';

const FIELDS = ['code', 'email', 'password', 'organization_name'] as const;

/** The very first visit: makes the owner's account and organization for whoever can read the terminal. */
export function SetUpPage() {
  const { code: givenCode = '' } = useSearch({ from: '/set-up' });
  const navigate = useNavigate();
  const [code, setCode] = useState(givenCode);
  const [email, setEmail] = useState('');
  const [organization, setOrganization] = useState('');
  const [password, setPassword] = useState('');
  const setUp = useAction({
    mutation: orpc.accounts.setUp.mutationOptions(),
    onDone: async (profile) => {
      beginSession(profile);
      await navigate({ to: '/new', replace: true });
    },
  });
  const errors = fieldErrors(setUp.error, FIELDS);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (setUp.isRunning) return;
    void setUp.run({
      code: code.trim(),
      email: email.trim(),
      password,
      organization_name: organization.trim(),
    });
  }

  return (
    <DoorPage title="Set up Basalt" text="You become the owner of this installation. This is asked once.">
      <form className={form.form} onSubmit={submit}>
        {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
        <TextInput
          label="One-time code"
          description="Printed in the terminal where Basalt was started."
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus={givenCode === ''}
          value={code}
          error={errors.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail address"
          description="You sign in with it. Nothing is sent to it now."
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          generator
        />
        <TextInput
          label="Organization name"
          description="Projects belong to an organization. You can rename it later."
          name="organization"
          autoComplete="organization"
          required
          withAsterisk={false}
          value={organization}
          error={errors.organization_name}
          onChange={(event) => setOrganization(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" fullWidth loading={setUp.isRunning}>
          Create account
        </Button>
      </form>
    </DoorPage>
  );
}
