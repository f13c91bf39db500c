import type { PasskeyUse } from '@basalt/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { orpc } from '../api/client.ts';
import { ceremonyError, knowsPasskeys, showPasskey } from './ceremony.ts';

/** Where browsers make and use passkeys of accounts (null: nowhere), and whether this page is there. */
export function usePasskeyPlace(): { origin: string | null; isHere: boolean } {
  const { data } = useQuery(orpc.accounts.signInOptions.queryOptions());
  const origin = data?.passkeys?.origin ?? null;
  return { origin, isHere: origin === window.location.origin && knowsPasskeys() };
}

/** Asks for a passkey. `problem` says why there was none. */
export function useShownPasskey(onShown: (use: PasskeyUse) => unknown): {
  show: () => void;
  isRunning: boolean;
  problem: string | null;
} {
  const { mutate, isPending, isError, error } = useMutation({
    mutationFn: async (): Promise<PasskeyUse> => {
      const { flow, options } = await orpc.accounts.beginPasskeyUse.call();
      return { flow, credential: await showPasskey(options) };
    },
    onSuccess: (use) => void onShown(use),
  });
  return {
    show: () => mutate(),
    isRunning: isPending,
    problem: isError ? ceremonyError(error).message : null,
  };
}
