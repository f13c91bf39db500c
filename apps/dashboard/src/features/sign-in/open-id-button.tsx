import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import { keepFlow } from './open-id-flow.ts';

/** Signs in with the provider of this installation, where it has one. */
export function OpenIdButton({ next }: { next: string | undefined }) {
  const { data: options } = useQuery(orpc.accounts.signInOptions.queryOptions());
  const begin = useAction({
    mutation: orpc.accounts.beginOpenId.mutationOptions(),
    onDone: ({ url, flow }) => {
      keepFlow({ flow, next: next ?? null });
      window.location.assign(url);
    },
  });
  const provider = options?.open_id ?? null;
  if (provider === null) return null;
  return (
    <>
      {begin.error !== null && <Notice tone="danger">{begin.error.message}</Notice>}
      <Button fullWidth loading={begin.isRunning} onClick={() => void begin.run({})}>
        Sign in with {provider.name}
      </Button>
    </>
  );
}
