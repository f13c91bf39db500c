import type { FunctionSecret } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/lists/data-table.tsx';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { SecretForm } from './secret-form.tsx';
import classes from './secrets.module.css';

/** What the functions of a project see as variables and nobody can read here. */
export function SecretsPage({ projectRef: ref }: { projectRef: string }) {
  const { data, error, refetch } = useQuery(orpc.functionSecrets.list.queryOptions({ input: { ref } }));
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<{ name: string | null } | null>(null);
  const [doomed, setDoomed] = useState<FunctionSecret | null>(null);
  const remove = useAction({
    mutation: orpc.functionSecrets.delete.mutationOptions(),
    done: (_, { body: [name] }) => `Deleted the secret ${name}`,
    failed: (message) => `The secret was not deleted: ${message}`,
    onDone: async () => {
      setDoomed(null);
      await queries.invalidateQueries({ queryKey: orpc.functionSecrets.key() });
    },
  });
  const wanted = search.trim().toLowerCase();
  const found = data?.filter(({ name }) => name.toLowerCase().includes(wanted));
  const columns: DataTableColumn<FunctionSecret>[] = [
    {
      key: 'name',
      header: 'Name',
      render: ({ name }) => (
        <code className={classes.name} title={name}>
          {name}
        </code>
      ),
    },
    {
      key: 'digest',
      header: 'SHA-256 of the value',
      isMinor: true,
      render: ({ name, value }) => (
        <span className={classes.beside}>
          <code className={classes.digest}>{value.slice(0, 16)}…</code>
          <CopyButton value={value} label={`digest of ${name}`} />
        </span>
      ),
    },
    {
      key: 'updated',
      header: 'Updated',
      width: 130,
      render: ({ updated_at }) => <TimeAgo date={updated_at} />,
    },
    {
      key: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      align: 'right',
      width: 56,
      render: (secret) => (
        <RowMenu
          label={`Actions for ${secret.name}`}
          entries={() => [
            { label: 'Replace…', onChoose: () => setEditing({ name: secret.name }) },
            { label: 'Delete…', tone: 'danger', onChoose: () => setDoomed(secret) },
          ]}
        />
      ),
    },
  ];
  return (
    <Page
      title="Secrets"
      description="Functions read them as variables, such as Deno.env.get('NAME'). Once saved, nobody can read them here."
      actions={
        <Button variant="filled" onClick={() => setEditing({ name: null })}>
          Add secrets
        </Button>
      }
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The secrets could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading secrets">
          <Skeleton height={33 + 5 * 41} radius={10} />
        </div>
      )}
      {data?.length === 0 && (
        <EmptyState
          icon={<IconKey size={28} stroke={1.5} />}
          title="No secrets yet"
          text="Keep what functions need and code should not hold here, such as the key of another service. Every function has SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL without them."
          action={<Button onClick={() => setEditing({ name: null })}>Add the first secret</Button>}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <search className={classes.filters}>
          <SearchField label="Search secrets" value={search} onChange={setSearch} />
        </search>
      )}
      {data !== undefined && data.length > 0 && found?.length === 0 && (
        <EmptyState
          title="No secret matches"
          text="Try another part of the name."
          action={<Button onClick={() => setSearch('')}>Show all secrets</Button>}
        />
      )}
      {found !== undefined && found.length > 0 && (
        <DataTable label="Secrets" columns={columns} rows={found} rowKey={({ name }) => name} />
      )}
      <SecretForm
        projectRef={ref}
        taken={data?.map(({ name }) => name) ?? []}
        editing={editing}
        onClose={() => setEditing(null)}
      />
      <ConfirmDialog
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed !== null && void remove.run({ params: { ref }, body: [doomed.name] })}
        title={`Delete ${doomed?.name ?? 'the secret'}?`}
        confirmLabel="Delete secret"
        danger
        isRunning={remove.isRunning}
      >
        <p>Functions no longer see it from their next request on. Its value is gone for good.</p>
      </ConfirmDialog>
    </Page>
  );
}
