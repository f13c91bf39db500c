import type { Profile } from '@basalt/contract';
import { Button } from '@mantine/core';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { usePasskeyPlace, useShownPasskey } from '../../second-factor/use-passkeys.ts';
import { Notice } from '../../ui/pages/notice.tsx';

/** Signs in with a passkey alone, where browsers use them. */
export function PasskeyButton({ onEnter }: { onEnter: (profile: Profile) => void }) {
  const { isHere } = usePasskeyPlace();
  const signIn = useAction({
    mutation: orpc.accounts.signInWithPasskey.mutationOptions(),
    onDone: onEnter,
  });
  const { show, isRunning, problem } = useShownPasskey(signIn.run);
  if (!isHere) return null;
  const trouble = problem ?? signIn.error?.message ?? null;
  return (
    <>
      {trouble !== null && <Notice tone="danger">{trouble}</Notice>}
      <Button fullWidth loading={isRunning || signIn.isRunning} onClick={show}>
        Sign in with a passkey
      </Button>
    </>
  );
}
