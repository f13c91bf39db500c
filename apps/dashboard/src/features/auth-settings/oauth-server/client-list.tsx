import type { OAuthClient, Project } from '@basalt/contract';
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
import { ClientDialog, NewSecretDialog } from './client-dialogs.tsx';
import classes from './oauth-applications.module.css';

type Asked = { what: 'create' } | { what: 'change' | 'secret' | 'delete'; client: OAuthClient };

const PER_PAGE = 50;

/** The applications, and what can be done with them. */
export function ClientList({ project }: { project: Project }) {
  const { ref, abilities } = project;
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<OAuthClient | null>(null);
  const { data, error, refetch } = useQuery(
    orpc.oauthClients.list.queryOptions({ input: { ref, page, per_page: PER_PAGE } }),
  );
  const close = () => setAsked(null);
  const mayChange = abilities.update_api_config;
  const create = <Button onClick={() => setAsked({ what: 'create' })}>Add application</Button>;
  return (
    <Section title="Applications" actions={mayChange && data !== undefined && data.total > 0 && create}>
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          title="The applications could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading applications">
          <Skeleton height={160} radius={10} />
        </div>
      )}
      {data?.total === 0 && (
        <EmptyState
          title="No applications yet"
          text="One is needed for each program that users sign in to."
          action={mayChange && create}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <DataTable<OAuthClient>
          label="Applications"
          rows={data.clients}
          rowKey={({ client_id }) => client_id}
          columns={[
            {
              key: 'name',
              header: 'Application',
              render: ({ client_id, client_name, redirect_uris }) => (
                <div className={classes.client}>
                  <bdi>{client_name ?? 'Without a name'}</bdi>
                  <div className={classes.quiet}>{client_id}</div>
                  <div className={classes.quiet}>
                    <bdi>{redirect_uris.join(', ')}</bdi>
                  </div>
                </div>
              ),
            },
            {
              key: 'kind',
              header: 'Kind',
              width: 130,
              isMinor: true,
              render: ({ client_type, registration_type }) => (
                <>
                  {client_type === 'public' ? 'Without secret' : 'With secret'}
                  {registration_type === 'dynamic' && <div className={classes.quiet}>Registered itself</div>}
                </>
              ),
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
                    render: (client: OAuthClient) => (
                      <RowMenu
                        label={`Actions for ${client.client_name ?? client.client_id}`}
                        entries={() => [
                          { label: 'Edit…', onChoose: () => setAsked({ what: 'change', client }) },
                          ...(client.client_type === 'confidential'
                            ? [
                                {
                                  label: 'New secret…',
                                  onChoose: () => setAsked({ what: 'secret' as const, client }),
                                },
                              ]
                            : []),
                          {
                            label: 'Delete…',
                            tone: 'danger',
                            onChoose: () => setAsked({ what: 'delete', client }),
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
      {data !== undefined && data.total > PER_PAGE && (
        <div className={classes.foot}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button disabled={page * PER_PAGE >= data.total} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
      <ClientDialog
        projectRef={ref}
        client={asked?.what === 'change' ? asked.client : null}
        opened={asked?.what === 'create' || asked?.what === 'change'}
        onClose={close}
        onMade={setMade}
      />
      <RenewSecret
        projectRef={ref}
        client={asked?.what === 'secret' ? asked.client : null}
        onClose={close}
        onMade={setMade}
      />
      <DeleteClient
        projectRef={ref}
        client={asked?.what === 'delete' ? asked.client : null}
        onClose={close}
      />
      <NewSecretDialog client={made} onClose={() => setMade(null)} />
    </Section>
  );
}

interface AskProps {
  projectRef: string;
  /** Null: nothing is asked. */
  client: OAuthClient | null;
  onClose: () => void;
}

function RenewSecret({
  projectRef,
  client,
  onClose,
  onMade,
}: AskProps & { onMade: (client: OAuthClient) => void }) {
  const renew = useAction({
    mutation: orpc.oauthClients.renewSecret.mutationOptions(),
    failed: (message) => `Failed to make a secret: ${message}`,
    onDone: (made) => {
      onClose();
      onMade(made);
    },
  });
  return (
    <ConfirmDialog
      opened={client !== null}
      onClose={onClose}
      onConfirm={() => client && void renew.run({ ref: projectRef, id: client.client_id })}
      title="New secret"
      confirmLabel="Make a new secret"
      danger
      isRunning={renew.isRunning}
    >
      The secret that {client?.client_name ?? 'the application'} has now stops working at once.
    </ConfirmDialog>
  );
}

function DeleteClient({ projectRef, client, onClose }: AskProps) {
  const queries = useQueryClient();
  const remove = useAction({
    mutation: orpc.oauthClients.delete.mutationOptions(),
    done: 'Successfully deleted the application',
    failed: (message) => `Failed to delete application: ${message}`,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.oauthClients.list.key() });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={client !== null}
      onClose={onClose}
      onConfirm={() => client && void remove.run({ ref: projectRef, id: client.client_id })}
      title="Delete application"
      confirmLabel="Delete application"
      danger
      isRunning={remove.isRunning}
    >
      Nobody can sign in to {client?.client_name ?? 'the application'} any more, and whoever is signed in
      there is signed out. This cannot be undone.
    </ConfirmDialog>
  );
}
