import { type FormEvent, useState } from 'react';
import { client } from './client.ts';

/** Signs in, or makes an account first. */
export function SignIn() {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = { email: String(form.get('email')), password: String(form.get('password')) };
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isNew = (submitter as HTMLButtonElement | null)?.value === 'new';
    setBusy(true);
    const { data, error } = isNew
      ? await client.auth.signUp(account)
      : await client.auth.signInWithPassword(account);
    setBusy(false);
    if (error) setMessage(error.message);
    else if (data.session === null) setMessage('We sent you a mail. Open the link in it to go on.');
  }

  return (
    <main>
      <h1>Team to-do</h1>
      <form onSubmit={submit}>
        <label>
          E-mail
          <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" minLength={8} required />
        </label>
        <p role="alert">{message}</p>
        <div className="buttons">
          <button type="submit" disabled={isBusy}>
            Sign in
          </button>
          <button type="submit" value="new" disabled={isBusy}>
            Make an account
          </button>
        </div>
      </form>
    </main>
  );
}
