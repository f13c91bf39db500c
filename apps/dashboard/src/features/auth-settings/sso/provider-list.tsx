import type { Project, SsoProvider } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EntryList } from '../entry-list.tsx';
import { ProviderDialog } from './provider-dialog.tsx';

type Asked = { what: 'create' } | { what: 'change' | 'delete'; provider: SsoProvider };

/** The identity providers, and what can be done with them. */
export function ProviderList({ project }: { project: Project }) {
  const { ref, abilities } = project;
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const found = useQuery(orpc.ssoProviders.v1List.queryOptions({ input: { ref } }));
  const close = () => setAsked(null);
  const turn = useAction({
    mutation: orpc.ssoProviders.v1Update.mutationOptions(),
    done: ({ disabled }) => `Switched the identity provider ${disabled === true ? 'off' : 'on'}`,
    failed: (message) => `Failed to change identity provider: ${message}`,
    onDone: () => queries.invalidateQueries({ queryKey: orpc.ssoProviders.v1List.key() }),
  });
  const turned = ({ id, disabled, saml }: SsoProvider) => ({
    ref,
    provider_id: id,
    disabled: disabled !== true,
    // A change that does not name it takes it back.
    ...(saml.name_id_format === undefined ? {} : { name_id_format: saml.name_id_format as never }),
  });
  return (
    <EntryList<SsoProvider>
      title="Identity providers"
      found={found}
      entries={found.data?.items}
      entryKey={({ id }) => id}
      nameOf={nameOf}
      linesOf={({ saml, id }) => [saml.entity_id, id]}
      header="Provider"
      columns={[
        {
          key: 'state',
          header: 'State',
          width: 90,
          render: ({ disabled }) => (disabled === true ? 'Off' : 'On'),
        },
      ]}
      empty={{
        title: 'No identity providers yet',
        text: 'Add the one of each organization whose people are to sign in by it.',
      }}
      change={
        abilities.update_api_config
          ? {
              add: 'Add identity provider',
              onAdd: () => setAsked({ what: 'create' }),
              menu: (provider) => [
                { label: 'Edit…', onChoose: () => setAsked({ what: 'change', provider }) },
                {
                  label: provider.disabled === true ? 'Switch on' : 'Switch off',
                  onChoose: () => void turn.run(turned(provider)),
                },
                {
                  label: 'Remove…',
                  tone: 'danger',
                  onChoose: () => setAsked({ what: 'delete', provider }),
                },
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
      <RemoveProvider
        projectRef={ref}
        provider={asked?.what === 'delete' ? asked.provider : null}
        onClose={close}
      />
    </EntryList>
  );
}

/** By what people know it: their domains. */
function nameOf({ domains, saml }: SsoProvider): string {
  return domains.length === 0 ? saml.entity_id : domains.map(({ domain }) => domain).join(', ');
}

interface RemoveProviderProps {
  projectRef: string;
  /** Null: nothing is asked. */
  provider: SsoProvider | null;
  onClose: () => void;
}

function RemoveProvider({ projectRef, provider, onClose }: RemoveProviderProps) {
  const queries = useQueryClient();
  const remove = useAction({
    mutation: orpc.ssoProviders.v1Delete.mutationOptions(),
    done: 'Removed the identity provider',
    failed: (message) => `Failed to remove identity provider: ${message}`,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.ssoProviders.v1List.key() });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={provider !== null}
      onClose={onClose}
      onConfirm={() => provider && void remove.run({ ref: projectRef, provider_id: provider.id })}
      title="Remove identity provider"
      confirmLabel="Remove identity provider"
      danger
      isRunning={remove.isRunning}
    >
      Nobody can sign in by {provider === null ? 'it' : nameOf(provider)} any more. Accounts stay, but are not
      those of people who sign in after it is added again. This cannot be undone.
    </ConfirmDialog>
  );
}
