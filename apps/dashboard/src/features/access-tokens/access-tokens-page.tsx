import type { AccessToken } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { dayText, exactTime } from '../../lib/format/moment.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './access-tokens-page.module.css';
import { CreateToken } from './create-token.tsx';

/** Personal access tokens: what scripts and command lines sign in with. */
export function AccessTokensPage() {
  const tokens = useQuery(orpc.accounts.listAccessTokens.queryOptions());
  const queries = useQueryClient();
  const [doomed, setDoomed] = useState<AccessToken | null>(null);
  const remove = useAction({
    mutation: orpc.accounts.deleteAccessToken.mutationOptions(),
    done: 'Deleted the access token',
    failed: (message) => `Failed to delete access token: ${message}`,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.accounts.listAccessTokens.key() });
      setDoomed(null);
    },
  });

  const columns: DataTableColumn<AccessToken>[] = [
    {
      key: 'name',
      header: 'Name',
      render: ({ name }) => (
        <span className={classes.name} title={name}>
          {name}
        </span>
      ),
    },
    { key: 'scope', header: 'May', render: (token) => scopeText(token) },
    { key: 'token', header: 'Token', render: ({ token_alias }) => <code>{token_alias}</code> },
    { key: 'created', header: 'Created', render: ({ created_at }) => <TimeAgo date={created_at} /> },
    {
      key: 'used',
      header: 'Last used',
      render: ({ last_used_at }) => (last_used_at === null ? 'Never' : <TimeAgo date={last_used_at} />),
    },
    { key: 'expires', header: 'Expires', render: ({ expires_at }) => <Expiry date={expires_at} /> },
    {
      key: 'delete',
      header: <span className="visually-hidden">Delete</span>,
      align: 'right',
      width: 80,
      render: (token) => (
        <Button size="xs" aria-label={`Delete ${token.name}`} onClick={() => setDoomed(token)}>
          Delete
        </Button>
      ),
    },
  ];

  return (
    <Page
      title="Access tokens"
      description="For scripts and command lines. A token may do whatever you may do unless it is limited, so keep it like a password."
      width="narrow"
    >
      <CreateToken />
      {tokens.isError && tokens.data === undefined ? (
        <ErrorState
          error={tokens.error}
          title="Your access tokens could not be loaded"
          onRetry={() => void tokens.refetch()}
        />
      ) : tokens.data === undefined ? (
        <Skeleton height={154} radius={10} />
      ) : (
        <DataTable
          label="Access tokens"
          columns={columns}
          rows={tokens.data}
          rowKey={(token) => token.id}
          empty="No access tokens yet. Create one above to use the API or a command line."
        />
      )}
      <ConfirmDialog
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed !== null && void remove.run({ id: doomed.id })}
        title="Delete access token"
        confirmLabel="Delete token"
        danger
        isRunning={remove.isRunning}
      >
        Whatever signs in with {doomed?.name ?? 'this token'} stops working at once. This cannot be undone.
      </ConfirmDialog>
    </Page>
  );
}

/** “Developer in Quarry” */
function scopeText({ role, project }: AccessToken): string {
  const what = role ?? 'Whatever you may';
  return project === null ? what : `${what} in ${project.name}`;
}

function Expiry({ date }: { date: string | null }) {
  if (date === null) return 'Never';
  if (Date.parse(date) <= Date.now()) return <StateLabel tone="danger" label="Expired" />;
  return (
    <time dateTime={date} title={exactTime(date)}>
      {dayText(date)}
    </time>
  );
}
