import type { CustomProvider, Project } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useLast } from '../../../lib/use-last.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EntryList } from '../entry-list.tsx';
import { ProviderDialog } from './provider-dialog.tsx';

type Asked = { what: 'create' } | { what: 'change' | 'delete'; provider: CustomProvider };

/** The providers that the project's owner describes, and what can be done with them. */
export function ProviderList({ project }: { project: Project }) {
  const { ref, abilities } = project;
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const found = useQuery(orpc.customProviders.list.queryOptions({ input: { ref } }));
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.customProviders.list.key() });
  const close = () => setAsked(null);
  const turn = useAction({
    mutation: orpc.customProviders.update.mutationOptions(),
    done: ({ enabled }) => `Switched the provider ${enabled ? 'on' : 'off'}`,
    failed: (message) => `Failed to change provider: ${message}`,
    onDone: refresh,
  });
  const remove = useAction({
    mutation: orpc.customProviders.delete.mutationOptions(),
    done: 'Deleted the provider',
    failed: (message) => `Failed to delete provider: ${message}`,
    onDone: async () => {
      await refresh();
      close();
    },
  });
  const doomed = asked?.what === 'delete' ? asked.provider : null;
  const named = useLast(doomed) ?? doomed;
  return (
    <EntryList<CustomProvider>
      title="Providers"
      found={found}
      entries={found.data?.providers}
      entryKey={({ identifier }) => identifier}
      nameOf={({ name }) => name}
      linesOf={({ identifier, issuer, authorization_url }) => [identifier, issuer ?? authorization_url ?? '']}
      header="Provider"
      columns={[
        {
          key: 'kind',
          header: 'Kind',
          width: 130,
          isMinor: true,
          render: ({ provider_type }) => (provider_type === 'oidc' ? 'OpenID Connect' : 'OAuth 2'),
        },
        { key: 'state', header: 'State', width: 70, render: ({ enabled }) => (enabled ? 'On' : 'Off') },
      ]}
      empty={{
        title: 'No providers of your own yet',
        text: 'Add one for each server whose accounts people are to sign in with.',
      }}
      change={
        abilities.update_api_config
          ? {
              add: 'Add provider',
              onAdd: () => setAsked({ what: 'create' }),
              menu: (provider) => [
                { label: 'Edit…', onChoose: () => setAsked({ what: 'change', provider }) },
                {
                  label: provider.enabled ? 'Switch off' : 'Switch on',
                  onChoose: () =>
                    void turn.run({ ref, identifier: provider.identifier, enabled: !provider.enabled }),
                },
                { label: 'Delete…', tone: 'danger', onChoose: () => setAsked({ what: 'delete', provider }) },
              ],
            }
          : null
      }
    >
      <ProviderDialog
        projectRef={ref}
        provider={asked?.what === 'change' ? asked.provider : null}
        opened={asked?.what === 'create' || asked?.what === 'change'}
        onClose={close}
      />
      <ConfirmDialog
        opened={doomed !== null}
        onClose={close}
        onConfirm={() => doomed && void remove.run({ ref, identifier: doomed.identifier })}
        title="Delete provider"
        confirmLabel="Delete provider"
        danger
        isRunning={remove.isRunning}
      >
        Nobody can sign in with {named?.name ?? 'it'} any more. Accounts stay, and are known again when a
        provider with the same identifier is added.
      </ConfirmDialog>
    </EntryList>
  );
}
