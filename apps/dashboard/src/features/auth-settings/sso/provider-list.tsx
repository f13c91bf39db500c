import type { Project, SsoProvider } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import classes from './single-sign-on.module.css';

type Asked = { what: 'create' } | { what: 'change' | 'delete'; provider: SsoProvider };

/** The identity providers, and what can be done with them. */
export function ProviderList({ project }: { project: Project }) {
  const { ref, abilities } = project;
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error, refetch } = useQuery(orpc.ssoProviders.v1List.queryOptions({ input: { ref } }));
  const close = () => setAsked(null);
  const mayChange = abilities.update_api_config;
  const turn = useAction({
    mutation: orpc.ssoProviders.v1Update.mutationOptions(),
    done: ({ disabled }) => `Successfully switched the identity provider ${disabled === true ? 'off' : 'on'}`,
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
  const add = <Button onClick={() => setAsked({ what: 'create' })}>Add identity provider</Button>;
  return (
    <Section
      title="Identity providers"
      actions={mayChange && data !== undefined && data.items.length > 0 && add}
    >
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          title="The identity providers could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading identity providers">
          <Skeleton height={160} radius={10} />
        </div>
      )}
      {data?.items.length === 0 && (
        <EmptyState
          title="No identity providers yet"
          text="Add the one of each organization whose people are to sign in by it."
          action={mayChange && add}
        />
      )}
      {data !== undefined && data.items.length > 0 && (
        <DataTable<SsoProvider>
          label="Identity providers"
          rows={data.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'provider',
              header: 'Provider',
              render: (provider) => (
                <div className={classes.provider}>
                  <bdi>{nameOf(provider)}</bdi>
                  <div className={classes.quiet}>
                    <bdi>{provider.saml.entity_id}</bdi>
                  </div>
                  <div className={classes.quiet}>{provider.id}</div>
                </div>
              ),
            },
            {
              key: 'state',
              header: 'State',
              width: 90,
              render: ({ disabled }) => (disabled === true ? 'Off' : 'On'),
            },
            {
              key: 'when',
              header: 'Added',
              width: 120,
              isMinor: true,
              render: ({ created_at }) => <TimeAgo date={created_at} />,
            },
            ...(mayChange
              ? [
                  {
                    key: 'menu',
                    header: <span className="visually-hidden">Actions</span>,
                    width: 48,
                    render: (provider: SsoProvider) => (
                      <RowMenu
                        label={`Actions for ${nameOf(provider)}`}
                        entries={() => [
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
                        ]}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
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
    </Section>
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
    done: 'Successfully removed the identity provider',
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
