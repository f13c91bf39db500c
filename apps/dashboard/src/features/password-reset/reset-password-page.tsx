import type { FactorProof, FactorWays } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { beginSession } from '../../api/profile-query.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { FactorField, factorAskedFor } from '../../second-factor/factor-field.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { DoorPage } from '../../ui/pages/door-page.tsx';
import { Notice } from '../../ui/pages/notice.tsx';

/** What a reset link leads to. The token stands behind the `#`, which browsers send to no server. */
export function ResetPasswordPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [ways, setWays] = useState<FactorWays | null>(null);
  const navigate = useNavigate();
  const reset = useAction({
    mutation: orpc.accounts.resetPassword.mutationOptions({
      onError: (error) => setWays((known) => factorAskedFor(toApiError(error)) ?? known),
    }),
    onDone: async (profile) => {
      beginSession(profile);
      // The link is used up and leaves the history of the browser.
      await navigate({ to: '/projects', replace: true });
      void showToast('done', 'Changed your password');
    },
  });
  const errors = fieldErrors(reset.error, ['password', 'code'] as const);

  const run = (proof: FactorProof) => void reset.run({ token, password, ...proof });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!reset.isRunning) run(code === '' ? {} : { code });
  }

  if (token === '') {
    return (
      <DoorPage
        title="This link is not complete"
        text="The part that lets you set a password is missing. Copy the whole link from the terminal."
      >
        <ForgottenLink />
      </DoorPage>
    );
  }
  return (
    <DoorPage title="Set a new password" text="You will be signed in here and signed out everywhere else.">
      <form className={form.form} onSubmit={submit}>
        {errors.general !== null && (
          <Notice tone="danger" actions={<ForgottenLink />}>
            {errors.general}
          </Notice>
        )}
        <PasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          generator
          autoFocus
        />
        {ways !== null && (
          <FactorField
            ways={ways}
            value={code}
            onChange={setCode}
            onPasskey={(passkey) => run({ passkey })}
            error={code === '' ? null : errors.code}
            autoFocus
          />
        )}
        <Button type="submit" variant="filled" fullWidth loading={reset.isRunning}>
          Set password
        </Button>
      </form>
    </DoorPage>
  );
}

function ForgottenLink() {
  return (
    <ButtonLink to="/forgotten-password" size="xs">
      Get a new link
    </ButtonLink>
  );
}
