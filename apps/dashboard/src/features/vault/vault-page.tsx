import { type Project, VAULT_PAGE_SIZE, type VaultSecret } from '@basalt/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { SecretForm } from './secret-form.tsx';
import { SecretTable } from './secret-table.tsx';
import { nameOf } from './secret-texts.ts';
import classes from './vault-page.module.css';

const ORDERS = {
  name: { label: 'Name, A to Z', sort: 'name', descending: false },
  newest: { label: 'Newest first', sort: 'created_at', descending: true },
  changed: { label: 'Last changed first', sort: 'updated_at', descending: true },
} as const;
type Order = keyof typeof ORDERS;

/** The secrets of a project that SQL can read. */
export function VaultPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  /** Null: no form. */
  const [form, setForm] = useState<{ secret: VaultSecret | null } | null>(null);
  const mayOpen = project?.abilities.use_vault === true && project.status !== 'INACTIVE';
  return (
    <Page
      title="Vault"
      description={
        <>
          Secrets that SQL of this project can read, encrypted in its database and in its backups.{' '}
          <Link to="/docs/$name" params={{ name: 'vault' }} className={classes.link ?? ''}>
            How the vault works
          </Link>
        </>
      }
      actions={
        mayOpen && (
          <Button variant="filled" onClick={() => setForm({ secret: null })}>
            New secret
          </Button>
        )
      }
    >
      {project === undefined && <Loading />}
      {project !== undefined && !project.abilities.use_vault && (
        <EmptyState
          title="You cannot see the vault of this project"
          text="Owners, administrators and developers of its organization can."
        />
      )}
      {project?.abilities.use_vault === true && project.status === 'INACTIVE' && (
        <EmptyState
          title="The vault is in the database, which is paused"
          text="Restore the project to see and change its secrets. All of them come back."
        />
      )}
      {mayOpen && project !== undefined && (
        <Secrets
          project={project}
          onEdit={(secret) => setForm({ secret })}
          onCreate={() => setForm({ secret: null })}
        />
      )}
      <SecretForm projectRef={projectRef} editing={form} onClose={() => setForm(null)} />
    </Page>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading secrets">
      <Skeleton height={33 + 6 * 44} radius={10} />
    </div>
  );
}

interface SecretsProps {
  project: Project;
  onEdit: (secret: VaultSecret) => void;
  onCreate: () => void;
}

function Secrets({ project: { ref }, onEdit, onCreate }: SecretsProps) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order>('name');
  const [page, setPage] = useState(1);
  const [doomed, setDoomed] = useState<VaultSecret | null>(null);
  const queries = useQueryClient();
  const { sort, descending } = ORDERS[order];
  const { data, error, refetch } = useQuery(
    orpc.vault.list.queryOptions({
      input: {
        ref,
        ...(search === '' ? {} : { search }),
        sort,
        descending,
        limit: VAULT_PAGE_SIZE,
        offset: (page - 1) * VAULT_PAGE_SIZE,
      },
      placeholderData: keepPreviousData,
    }),
  );
  const remove = useAction({
    mutation: orpc.vault.delete.mutationOptions(),
    done: 'Deleted the secret',
    failed: (message) => `The secret was not deleted: ${message}`,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.vault.list.key() });
      setDoomed(null);
    },
  });
  const isWholeEmpty = data?.total === 0 && search === '';
  return (
    <>
      {!isWholeEmpty && (
        <search className={classes.filters}>
          <div className={classes.search}>
            <DebouncedSearch
              label="Search by name, description or id"
              value={search}
              onChange={(next) => {
                setSearch(next);
                setPage(1);
              }}
            />
          </div>
          <div className={classes.choice}>
            <ChoiceField
              label="Order"
              value={order}
              options={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
              onChange={(next) => {
                setOrder(next as Order);
                setPage(1);
              }}
            />
          </div>
        </search>
      )}
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The vault could not be opened" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Loading />}
      {isWholeEmpty && (
        <EmptyState
          title="No secrets yet"
          text="Keep what your functions and triggers need here, such as the token of another service, and read it with SQL."
          action={<Button onClick={onCreate}>New secret</Button>}
        />
      )}
      {data?.total === 0 && search !== '' && (
        <EmptyState
          title="No secret matches"
          text="Try another part of the name or of the description."
          action={<Button onClick={() => setSearch('')}>Show all secrets</Button>}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <div className={classes.found}>
          <SecretTable projectRef={ref} secrets={data.secrets} onEdit={onEdit} onDelete={setDoomed} />
          <Pager
            noun={data.total === 1 ? 'secret' : 'secrets'}
            page={page}
            pageSize={VAULT_PAGE_SIZE}
            total={data.total}
            onPage={setPage}
          />
        </div>
      )}
      <ConfirmDialog
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed !== null && void remove.run({ ref, id: doomed.id })}
        title="Delete secret"
        confirmLabel="Delete secret"
        danger
        isRunning={remove.isRunning}
      >
        SQL that reads {doomed === null ? 'it' : nameOf(doomed)} finds nothing from now on. This cannot be
        undone.
      </ConfirmDialog>
    </>
  );
}
