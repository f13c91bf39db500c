import '../../theme/dialog.ts';
import type { FactorWays, SecondFactorSecret, SecondFactorState } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { dayText } from '../../lib/format/moment.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeField } from '../../second-factor/factor-field.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import form from '../../ui/form.module.css';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { ProofForm } from './proof-form.tsx';
import classes from './second-factor.module.css';

/** What is done with the second factor at the moment. */
type Doing = 'set up' | 'new codes' | 'switch off' | null;

interface SecondFactorProps {
  /** Something has changed: with the recovery codes that were made, which are shown only once. */
  onChanged: (codes: readonly string[] | null) => Promise<void>;
}

/** Signing in with more than a password: the authenticator app is set up and removed, and recovery codes are made anew. */
export function SecondFactor({ onChanged }: SecondFactorProps) {
  const state = useQuery(orpc.accounts.secondFactor.queryOptions());
  const [doing, setDoing] = useState<Doing>(null);
  const done = async (made: readonly string[] | null) => {
    setDoing(null);
    await onChanged(made);
  };
  const ways = state.data?.ways ?? null;
  return (
    <Section
      title="Two-factor sign-in"
      description="Besides your password, signing in takes a passkey, or a code from an authenticator app on your phone. Access tokens go on working."
      actions={
        <>
          {ways?.app !== true && (
            <Button disabled={state.data === undefined} onClick={() => setDoing('set up')}>
              Set up…
            </Button>
          )}
          {ways !== null && <Button onClick={() => setDoing('new codes')}>New recovery codes…</Button>}
          {ways?.app === true && (
            <Button onClick={() => setDoing('switch off')}>
              {ways.passkey ? 'Remove app…' : 'Switch off…'}
            </Button>
          )}
        </>
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
        title={titleOf(doing ?? 'set up', ways)}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {doing === 'set up' && <SetUp ways={ways} onDone={done} />}
        {doing === 'new codes' && <NewCodes ways={ways} onDone={done} />}
        {doing === 'switch off' && <SwitchOff ways={ways} onDone={() => done(null)} />}
      </Modal>
    </Section>
  );
}

function stateText({ ways, enabled_at: since, recovery_codes_left: left }: SecondFactorState): string {
  if (ways === null) return 'It is off: whoever knows your password can sign in.';
  return since === null
    ? `It is on with your passkeys, with ${left} recovery codes left. There is no authenticator app.`
    : `It is on since ${dayText(since)}, with ${left} recovery codes left.`;
}

function titleOf(doing: NonNullable<Doing>, ways: FactorWays | null): string {
  if (doing === 'new codes') return 'New recovery codes';
  if (ways?.passkey === true)
    return doing === 'set up' ? 'Set up an authenticator app' : 'Remove the authenticator app';
  return doing === 'set up' ? 'Set up two-factor sign-in' : 'Switch off two-factor sign-in';
}

type OnCodes = (codes: readonly string[]) => Promise<void>;

/** The password, then the app, which shows that it has the secret with its first code. */
function SetUp({ ways, onDone }: DoingProps<OnCodes>) {
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState<SecondFactorSecret | null>(null);
  const enroll = useAction({
    mutation: orpc.accounts.enrollSecondFactor.mutationOptions(),
    onDone: setSecret,
  });
  const confirm = useAction({
    mutation: orpc.accounts.confirmSecondFactor.mutationOptions(),
    done: 'Switched on two-factor sign-in',
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  if (secret === null)
    return (
      <ProofForm
        ways={ways}
        submitLabel="Continue"
        isRunning={enroll.isRunning}
        error={enroll.error}
        onProve={(oneself) => void enroll.run(oneself)}
      />
    );
  const errors = fieldErrors(confirm.error, ['code'] as const);
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!confirm.isRunning) void confirm.run({ code });
      }}
    >
      <UnsavedGuard when={code !== '' && !confirm.isRunning} />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <p>Scan this picture with an authenticator app, or enter the key below it.</p>
      <img
        className={classes.picture}
        alt="QR code for an authenticator app"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(secret.qr_code)}`}
      />
      <CodeLine value={secret.secret} label="key" />
      <CodeField
        value={code}
        onChange={setCode}
        error={errors.code}
        description="The six digits that your authenticator app shows."
        autoFocus
      />
      <div className={form.foot}>
        <Button type="submit" variant="filled" loading={confirm.isRunning}>
          Switch on
        </Button>
      </div>
    </form>
  );
}

interface DoingProps<Done> {
  ways: FactorWays | null;
  onDone: Done;
}

function NewCodes({ ways, onDone }: DoingProps<OnCodes>) {
  const renew = useAction({
    mutation: orpc.accounts.renewRecoveryCodes.mutationOptions(),
    onDone: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <ProofForm
      text="The recovery codes that you have stop working."
      ways={ways}
      withPassword={false}
      submitLabel="Make new codes"
      isRunning={renew.isRunning}
      error={renew.error}
      onProve={({ password: _, ...proof }) => void renew.run(proof)}
    />
  );
}

function SwitchOff({ ways, onDone }: DoingProps<() => Promise<void>>) {
  const remove = useAction({
    mutation: orpc.accounts.removeSecondFactor.mutationOptions(),
    done: ways?.passkey === true ? 'Removed the authenticator app' : 'Switched off two-factor sign-in',
    onDone,
  });
  return (
    <ProofForm
      text={
        ways?.passkey === true
          ? 'From then on signing in takes one of your passkeys.'
          : 'From then on whoever knows your password can sign in.'
      }
      ways={ways}
      submitLabel={ways?.passkey === true ? 'Remove' : 'Switch off'}
      danger
      isRunning={remove.isRunning}
      error={remove.error}
      onProve={(oneself) => void remove.run(oneself)}
    />
  );
}
