import type { Organization, SecondFactorRequirement } from '@basalt/contract';
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';

/** Whether members need a second factor. Only an owner who has one decides. */
export function RequiredFactor({ organization }: { organization: Organization }) {
  const { slug } = organization;
  const requirement = useQuery(orpc.members.secondFactor.queryOptions({ input: { slug } }));
  const own = useQuery(orpc.accounts.secondFactor.queryOptions());
  const failed = [requirement, own].find(({ isError, data }) => isError && data === undefined);
  return (
    <Section
      title="Two-factor sign-in"
      description="Besides their password, members sign in with a second factor. Whoever has none sees neither the organization nor its projects, and is led to setting it up; their access tokens are refused as well."
    >
      {failed !== undefined ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : requirement.data === undefined || own.data === undefined ? (
        <Skeleton height={24} lines={2} />
      ) : (
        <Requirement
          organization={organization}
          requirement={requirement.data}
          hasFactor={own.data.ways !== null}
        />
      )}
    </Section>
  );
}

function Requirement({
  organization: { slug, abilities },
  requirement: { enforced, members_without: without },
  hasFactor,
}: {
  organization: Organization;
  requirement: SecondFactorRequirement;
  hasFactor: boolean;
}) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const change = useAction({
    mutation: orpc.members.requireSecondFactor.mutationOptions(),
    done: (_, { enforced: isRequired }) =>
      isRequired ? 'Two-factor sign-in is required from now on' : 'Two-factor sign-in is no longer required',
    failed: (message) => message,
    onDone: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: orpc.members.key() });
    },
  });
  const mayChange = abilities.update_security;
  return (
    <Stack gap="md">
      {!mayChange && (
        <Notice tone="info">Only an owner of the organization can change what it requires to sign in.</Notice>
      )}
      {mayChange && !enforced && !hasFactor && (
        <Notice
          tone="info"
          actions={
            <ButtonLink to="/account" hash="two-factor-sign-in" size="xs">
              Set it up
            </ButtonLink>
          }
        >
          Your own account has no second factor, so this would shut you out. Set it up first.
        </Notice>
      )}
      <SwitchField
        label="Require two-factor sign-in"
        description={countText(without, enforced)}
        checked={enforced}
        disabled={!mayChange || change.isRunning || (!enforced && !hasFactor)}
        onChange={(next) => {
          if (next && without > 0) setAsking(true);
          else void change.run({ slug, enforced: next });
        }}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void change.run({ slug, enforced: true })}
        title="Require two-factor sign-in"
        confirmLabel="Require it"
        danger
        isRunning={change.isRunning}
      >
        {without === 1 ? 'One member has' : `${without} members have`} no second factor and will lose access
        at once, until they set it up. Scripts that use their access tokens stop working as well.
      </ConfirmDialog>
    </Stack>
  );
}

function countText(without: number, enforced: boolean): string {
  if (without === 0) return 'All members have a second factor.';
  const who = without === 1 ? 'One member has' : `${without} members have`;
  return enforced ? `${who} none and no access.` : `${who} none.`;
}
