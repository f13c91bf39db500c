import type { OAuthClient, Project } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { EntryList } from '../entry-list.tsx';
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
  const found = useQuery(orpc.oauthClients.list.queryOptions({ input: { ref, page, per_page: PER_PAGE } }));
  const close = () => setAsked(null);
  const { data } = found;
  return (
    <EntryList<OAuthClient>
      title="Applications"
      found={found}
      entries={data?.clients}
      entryKey={({ client_id }) => client_id}
      nameOf={({ client_name }) => client_name ?? 'Without a name'}
      linesOf={({ client_id, redirect_uris }) => [client_id, redirect_uris.join(', ')]}
      header="Application"
      columns={[
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
      ]}
      empty={{
        title: 'No applications yet',
        text: 'One is needed for each program that users sign in to.',
      }}
      change={
        abilities.update_api_config
          ? {
              add: 'Add application',
              onAdd: () => setAsked({ what: 'create' }),
              menu: (client) => [
                { label: 'Edit…', onChoose: () => setAsked({ what: 'change', client }) },
                ...(client.client_type === 'confidential'
                  ? [{ label: 'New secret…', onChoose: () => setAsked({ what: 'secret', client }) }]
                  : []),
                { label: 'Delete…', tone: 'danger', onChoose: () => setAsked({ what: 'delete', client }) },
              ],
            }
          : null
      }
    >
      {data !== undefined && data.total > PER_PAGE && (
        <Pager noun="applications" page={page} pageSize={PER_PAGE} total={data.total} onPage={setPage} />
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
    </EntryList>
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
    done: 'Deleted the application',
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
