import { Button, TextInput } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { beginSession } from '../../api/profile-query.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { useAction } from '../../lib/use-action.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { DoorPage } from '../../ui/pages/door-page.tsx';
import { Notice } from '../../ui/pages/notice.tsx';

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useAction({
    mutation: orpc.accounts.signIn.mutationOptions(),
    onDone: (profile) => {
      beginSession(profile);
      router.history.replace(nextPath(next));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!signIn.isRunning) void signIn.run({ email: email.trim(), password });
  }

  return (
    <DoorPage
      title="Sign in"
      {...(next === undefined ? {} : { text: 'Then you go back to the page you asked for.' })}
    >
      <form className={form.form} onSubmit={submit}>
        {signIn.error !== null && <Notice tone="danger">{signIn.error.message}</Notice>}
        <TextInput
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label="Password"
          meter={false}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" variant="filled" fullWidth loading={signIn.isRunning}>
          Sign in
        </Button>
        <Link to="/forgotten-password" className={form.aside}>
          Forgot your password?
        </Link>
      </form>
    </DoorPage>
  );
}
