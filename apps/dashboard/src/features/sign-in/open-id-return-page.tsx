import type { FactorProof, FactorWays } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { beginSession } from '../../api/profile-query.ts';
import { nextPath } from '../../lib/pages/next-path.ts';
import { useAction } from '../../lib/use-action.ts';
import { FactorField } from '../../second-factor/factor-field.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import form from '../../ui/form.module.css';
import { DoorPage } from '../../ui/pages/door-page.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { takeFlow } from './open-id-flow.ts';

/** What the provider said, taken from the address once: it is good for one sign-in. */
let arrival: { answer: string; kept: ReturnType<typeof takeFlow> } | null = null;

function arrive() {
  const answer = window.location.search;
  if (answer !== '') {
    arrival = { answer: answer.slice(1), kept: takeFlow() };
    // A code does not belong into the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }
  const taken = arrival;
  arrival = null;
  return taken;
}

/** Where the provider leads back to: the sign-in is finished, with the code of a second factor where there is one. */
export function OpenIdReturnPage() {
  const router = useRouter();
  const [arrived] = useState(arrive);
  const [pending, setPending] = useState<{ pending: string; ways: FactorWays } | null>(null);
  const [code, setCode] = useState('');
  const enter = (profile: Parameters<typeof beginSession>[0]) => {
    beginSession(profile);
    router.history.replace(nextPath(arrived?.kept?.next ?? undefined));
  };
  const finish = useAction({
    mutation: orpc.openId.finish.mutationOptions(),
    onDone: (found) => {
      const { profile, pending: token, ways } = found;
      if (profile !== null) enter(profile);
      else if (token !== null && ways !== null) setPending({ pending: token, ways });
    },
  });
  const confirm = useAction({
    mutation: orpc.openId.confirm.mutationOptions(),
    onDone: enter,
  });
  const begin = useEffectEvent(() => {
    const flow = arrived?.kept?.flow;
    if (arrived !== null && flow !== undefined) void finish.run({ flow, answer: arrived.answer });
  });
  useEffect(() => begin(), []);

  const problem =
    arrived === null || arrived.kept === null
      ? 'No sign-in began in this tab. Begin again.'
      : (finish.error?.message ?? null);
  if (problem !== null)
    return (
      <DoorPage title="Sign in">
        <Notice tone="danger">{problem}</Notice>
        <ButtonLink to="/sign-in" search={{}} fullWidth>
          Back to sign in
        </ButtonLink>
      </DoorPage>
    );
  if (pending === null)
    return (
      <DoorPage title="Signing in…">
        <Skeleton height={36} lines={1} />
      </DoorPage>
    );

  const run = (proof: FactorProof) => void confirm.run({ pending: pending.pending, ...proof });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!confirm.isRunning) run({ code });
  }

  return (
    <DoorPage title="Sign in" text="Your account has a second factor.">
      <form className={form.form} onSubmit={submit}>
        <FactorField
          ways={pending.ways}
          value={code}
          onChange={setCode}
          onPasskey={(passkey) => run({ passkey })}
          error={confirm.error?.message ?? null}
          autoFocus
        />
        <Button type="submit" variant="filled" fullWidth loading={confirm.isRunning}>
          Sign in
        </Button>
      </form>
    </DoorPage>
  );
}
