import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import { keepFlow } from './open-id-flow.ts';

interface OpenIdButtonsProps {
  next: string | undefined;
  /** What stands in the field for the address: it says whose provider is asked. */
  email: string;
}

/** Signs in with the provider of this installation, or with that of an organization, where there are such. */
export function OpenIdButtons({ next, email }: OpenIdButtonsProps) {
  const { data: options } = useQuery(orpc.accounts.signInOptions.queryOptions());
  const [isMissing, setMissing] = useState(false);
  const begin = useAction({
    mutation: orpc.openId.begin.mutationOptions(),
    onDone: ({ url, flow }) => {
      keepFlow({ flow, next: next ?? null });
      window.location.assign(url);
    },
  });
  const provider = options?.open_id ?? null;
  const address = email.trim();
  const problem =
    isMissing && address === '' ? 'Enter your e-mail address above.' : (begin.error?.message ?? null);
  return (
    <>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {provider !== null && (
        <Button fullWidth loading={begin.isRunning} onClick={() => void begin.run({})}>
          Sign in with {provider.name}
        </Button>
      )}
      {options?.organizations === true && (
        <Button
          fullWidth
          loading={begin.isRunning}
          onClick={() => {
            setMissing(address === '');
            if (address !== '') void begin.run({ email: address });
          }}
        >
          Sign in with your organization
        </Button>
      )}
    </>
  );
}
