import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';

/** Asks for a link by mail. What follows is the same whether or not somebody has the address. */
export function RequestReset() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = useAction({
    mutation: orpc.accounts.requestPasswordReset.mutationOptions(),
    onDone: (_, input) => setSentTo(input.email),
  });
  const errors = fieldErrors(request.error, ['email'] as const);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!request.isRunning) void request.run({ email: email.trim() });
  }

  if (sentTo !== null) {
    return (
      <div className={form.form}>
        <Notice tone="info">
          If somebody has an account with {sentTo}, a link is on its way there. It works once, for one hour.
          Check the spam folder too.
        </Notice>
        <Button fullWidth onClick={() => setSentTo(null)}>
          Use another address
        </Button>
        <ButtonLink to="/sign-in" fullWidth>
          Back to sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <form className={form.form} onSubmit={submit}>
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <TextInput
        label="E-mail address"
        type="email"
        name="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
        value={email}
        error={errors.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          request.reset();
        }}
      />
      <Button type="submit" variant="filled" fullWidth loading={request.isRunning}>
        Send link
      </Button>
      <ButtonLink to="/sign-in" fullWidth>
        Back to sign in
      </ButtonLink>
    </form>
  );
}
