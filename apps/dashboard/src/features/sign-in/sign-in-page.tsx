import type { FactorProof, FactorWays, Profile } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { beginSession } from '../../api/profile-query.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { useAction } from '../../lib/use-action.ts';
import { FactorField, factorAskedFor } from '../../second-factor/factor-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { DoorPage } from '../../ui/pages/door-page.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { OpenIdButtons } from './open-id-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [ways, setWays] = useState<FactorWays | null>(null);
  const enter = (profile: Profile) => {
    beginSession(profile);
    router.history.replace(nextPath(next));
  };
  const signIn = useAction({
    mutation: orpc.accounts.signIn.mutationOptions({
      onError: (error) => setWays((known) => factorAskedFor(toApiError(error)) ?? known),
    }),
    onDone: enter,
  });

  const isAboutFactor = signIn.error !== null && factorAskedFor(signIn.error) !== null;
  const run = (proof: FactorProof) => void signIn.run({ email: email.trim(), password, ...proof });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!signIn.isRunning) run(code === '' ? {} : { code });
  }

  return (
    <DoorPage
      title="Sign in"
      {...(next === undefined ? {} : { text: 'Then you go back to the page you asked for.' })}
    >
      <form className={form.form} onSubmit={submit}>
        {signIn.error !== null && !isAboutFactor && <Notice tone="danger">{signIn.error.message}</Notice>}
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
        {ways !== null && (
          <FactorField
            ways={ways}
            value={code}
            onChange={setCode}
            onPasskey={(passkey) => run({ passkey })}
            error={isAboutFactor && code !== '' ? (signIn.error?.message ?? null) : null}
            autoFocus
          />
        )}
        <Button type="submit" variant="filled" fullWidth loading={signIn.isRunning}>
          Sign in
        </Button>
        <Link to="/forgotten-password" className={form.aside}>
          Forgot your password?
        </Link>
        <PasskeyButton onEnter={enter} />
        <OpenIdButtons next={next} email={email} />
      </form>
    </DoorPage>
  );
}
