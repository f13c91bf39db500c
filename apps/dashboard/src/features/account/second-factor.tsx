import '../../theme/dialog.ts';
import type { SecondFactorSecret, SecondFactorState } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { dayText } from '../../lib/format/moment.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './second-factor.module.css';

/** What is done with the second factor at the moment. */
type Doing = 'set up' | 'new codes' | 'switch off' | null;

/** Signing in with a code of an app beside the password: switched on, kept up and switched off. */
export function SecondFactor() {
  const queries = useQueryClient();
  const state = useQuery(orpc.accounts.secondFactor.queryOptions());
  const [doing, setDoing] = useState<Doing>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: orpc.accounts.secondFactor.key() }),
      queries.invalidateQueries({ queryKey: orpc.accounts.listSessions.key() }),
      // What is closed without one opens with it.
      queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
      queries.invalidateQueries({ queryKey: orpc.projects.key() }),
    ]);
  const done = async (made: readonly string[] | null) => {
    setDoing(null);
    setCodes(made);
    await reload();
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  const isOn = state.data?.enabled_at != null;
  return (
    <Section
      title="Two-factor sign-in"
      description="Besides your password, signing in takes a code from an authenticator app on your phone. Access tokens go on working."
      actions={
        isOn ? (
          <>
            <Button onClick={() => setDoing('new codes')}>New recovery codes…</Button>
            <Button onClick={() => setDoing('switch off')}>Switch off…</Button>
          </>
        ) : (
          <Button disabled={state.data === undefined} onClick={() => setDoing('set up')}>
            Set up…
          </Button>
        )
      }
    >
      {state.data === undefined && state.error !== null ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        // As high while it is loaded.
        <p>{state.data === undefined ? '\u00a0' : stateText(state.data)}</p>
      )}
      <Modal
        opened={doing !== null}
        onClose={() => setDoing(null)}
        title={TITLES[doing ?? 'set up']}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {doing === 'set up' && <SetUp onDone={done} />}
        {doing === 'new codes' && <NewCodes onDone={done} />}
        {doing === 'switch off' && <SwitchOff onDone={() => done(null)} />}
      </Modal>
    </Section>
  );
}

function stateText({ enabled_at: since, recovery_codes_left: left }: SecondFactorState): string {
  return since === null
    ? 'It is off: whoever knows your password can sign in.'
    : `It is on since ${dayText(since)}, with ${left} recovery codes left.`;
}

const TITLES = {
  'set up': 'Set up two-factor sign-in',
  'new codes': 'New recovery codes',
  'switch off': 'Switch off two-factor sign-in',
};

type OnCodes = (codes: readonly string[]) => Promise<void>;

/** The password, then the app, which shows that it has the secret with its first code. */
function SetUp({ onDone }: { onDone: OnCodes }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState<SecondFactorSecret | null>(null);
  const enroll = useAction({
    mutation: orpc.accounts.enrollSecondFactor.mutationOptions(),
    onDone: setSecret,
  });
  const confirm = useAction({
    mutation: orpc.accounts.confirmSecondFactor.mutationOptions(),
    done: 'Successfully switched on two-factor sign-in',
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const errors = fieldErrors(secret === null ? enroll.error : confirm.error, ['password', 'code'] as const);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (secret === null) {
      if (!enroll.isRunning) void enroll.run({ password });
    } else if (!confirm.isRunning) void confirm.run({ code });
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <UnsavedGuard when={secret !== null && code !== '' && !confirm.isRunning} />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      {secret === null ? (
        <PasswordField
          label="Password"
          meter={false}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          autoFocus
        />
      ) : (
        <>
          <p>Scan this picture with an authenticator app, or enter the key below it.</p>
          <img
            className={classes.picture}
            alt="QR code for an authenticator app"
            src={`data:image/svg+xml;utf8,${encodeURIComponent(secret.qr_code)}`}
          />
          <CodeLine value={secret.secret} label="key" />
          <CodeField value={code} onChange={setCode} error={errors.code} recovery={false} autoFocus />
        </>
      )}
      <div className={form.foot}>
        <Button type="submit" variant="filled" loading={enroll.isRunning || confirm.isRunning}>
          {secret === null ? 'Continue' : 'Switch on'}
        </Button>
      </div>
    </form>
  );
}

function NewCodes({ onDone }: { onDone: OnCodes }) {
  const [code, setCode] = useState('');
  const renew = useAction({
    mutation: orpc.accounts.renewRecoveryCodes.mutationOptions(),
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const errors = fieldErrors(renew.error, ['code'] as const);
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!renew.isRunning) void renew.run({ code });
      }}
    >
      <UnsavedGuard when={code !== '' && !renew.isRunning} />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <p>The recovery codes that you have stop working.</p>
      <CodeField value={code} onChange={setCode} error={errors.code} autoFocus />
      <div className={form.foot}>
        <Button type="submit" variant="filled" loading={renew.isRunning}>
          Make new codes
        </Button>
      </div>
    </form>
  );
}

function SwitchOff({ onDone }: { onDone: () => Promise<void> }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useAction({
    mutation: orpc.accounts.removeSecondFactor.mutationOptions(),
    done: 'Successfully switched off two-factor sign-in',
    onDone,
  });
  const errors = fieldErrors(remove.error, ['password', 'code'] as const);
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!remove.isRunning) void remove.run({ password, code });
      }}
    >
      <UnsavedGuard when={(password !== '' || code !== '') && !remove.isRunning} />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <p>From then on whoever knows your password can sign in.</p>
      <PasswordField
        label="Password"
        meter={false}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        autoFocus
      />
      <CodeField value={code} onChange={setCode} error={errors.code} />
      <div className={form.foot}>
        <Button type="submit" variant="filled" color="red" loading={remove.isRunning}>
          Switch off
        </Button>
      </div>
    </form>
  );
}

/** Shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Section
      title="Keep your recovery codes now"
      description="Each signs you in once when the app is not at hand. They are shown only this once."
      actions={<Button onClick={onDone}>I have kept them</Button>}
    >
      <UnsavedGuard when text="The recovery codes are shown only this once." />
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.tools}>
        <CopyButton value={text} withText="Copy all" />
        <Button size="xs" onClick={() => saveFile('basalt-recovery-codes.txt', 'text/plain', text)}>
          Download
        </Button>
      </div>
    </Section>
  );
}
