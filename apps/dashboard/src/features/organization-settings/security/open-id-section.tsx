import type { Organization, OrganizationOpenId } from '@basalt/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { OpenIdDomains } from './open-id-domains.tsx';
import { OpenIdForm } from './open-id-form.tsx';

/** The OpenID Connect provider of an organization. Only an owner sees and changes it. */
export function OpenIdSection({ organization }: { organization: Organization }) {
  const mayChange = organization.abilities.update_security;
  return (
    <Section
      title="OpenID Connect"
      description="People with an address of your domains sign in to the dashboard with your organization’s provider, beside or in place of a password."
    >
      {mayChange ? (
        <Provider organization={organization} />
      ) : (
        <Notice tone="info">Only an owner of the organization can see and change its provider.</Notice>
      )}
    </Section>
  );
}

function Provider({ organization: { slug, name } }: { organization: Organization }) {
  const { data, error, refetch } = useQuery(orpc.openId.settings.queryOptions({ input: { slug } }));
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const keep = (next: OrganizationOpenId) => {
    queries.setQueryData(orpc.openId.settings.queryKey({ input: { slug } }), next);
    void queries.invalidateQueries({ queryKey: orpc.accounts.signInOptions.key() });
  };
  const remove = useAction({
    mutation: orpc.openId.remove.mutationOptions(),
    done: 'Removed the provider',
    failed: (message) => `Failed to remove the provider: ${message}`,
    onDone: async () => {
      setRemoving(false);
      await queries.invalidateQueries({ queryKey: orpc.openId.key() });
    },
  });
  if (data === undefined)
    return error === null ? (
      <Skeleton height={36} lines={4} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  const { provider } = data;
  return (
    <Stack gap="lg">
      {provider !== null && <OpenIdDomains slug={slug} domains={provider.domains} onChanged={keep} />}
      {/* Begins anew with what was saved. */}
      <OpenIdForm
        key={JSON.stringify(provider && { ...provider, domains: provider.domains.map((one) => one.domain) })}
        slug={slug}
        settings={data}
        onSaved={keep}
        remove={
          provider !== null && (
            <Button loading={remove.isRunning} onClick={() => setRemoving(true)}>
              Remove…
            </Button>
          )
        }
      />
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove.run({ slug })}
        title="Remove provider"
        confirmLabel="Remove"
        danger
        isRunning={remove.isRunning}
      >
        Nobody signs in with {provider?.name ?? 'it'} any more. Members of {name} and their sessions stay; who
        has no password sets one as a forgotten one.
      </ConfirmDialog>
    </Stack>
  );
}
