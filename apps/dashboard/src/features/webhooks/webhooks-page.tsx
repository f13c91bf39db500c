import type { Webhook } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../ui/fields/debounced-search.tsx';
import switchLook from '../../ui/fields/switch-field.module.css';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { nameColumn } from '../../ui/lists/name-column.tsx';
import { VirtualTable } from '../../ui/lists/virtual-table.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { eventsOf, WebhookPanel } from './webhook-panel.tsx';
import { useWebhookSearch } from './webhook-search.ts';
import classes from './webhooks.module.css';

const REFRESH_MS = 10_000;

/** Requests that changes of rows send: the webhooks, and what came of them. */
export function WebhooksPage({ projectRef: ref }: { projectRef: string }) {
  const [{ kind, act }, change] = useWebhookSearch();
  const { data: project } = useProject(ref);
  const { data, error, refetch } = useQuery({
    ...orpc.webhooks.list.queryOptions({ input: { ref } }),
    refetchInterval: REFRESH_MS,
  });
  const reason =
    project?.abilities.run_sql === true
      ? null
      : 'You can look at the database of this project, but not change it.';
  const create = () => change({ act: 'new', open: undefined, kind: undefined });
  return (
    <Page
      title="Database webhooks"
      description="When a row changes, Basalt sends it to a URL of yours. Each request is sent at least once: the header webhook-id is the same when it comes a second time."
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={create}>
          New webhook
        </GuardedButton>
      }
    >
      {data?.problem != null && (
        <Notice tone="warn" title="Webhooks are not sent now">
          <p>{data.problem}</p>
        </Notice>
      )}
      <search className={classes.filters}>
        <div className={classes.choice}>
          <ChoiceField
            label="Show"
            value={kind ?? 'webhooks'}
            options={[
              { value: 'webhooks', label: 'Webhooks' },
              { value: 'history', label: 'History' },
            ]}
            onChange={(next) =>
              change({ kind: next === 'history' ? next : undefined, hook: undefined, delivery: undefined })
            }
          />
        </div>
        {kind !== 'history' && <WebhookFilter />}
      </search>
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The webhooks could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading webhooks">
          <Skeleton height={33 + 4 * 44} radius={10} />
        </div>
      )}
      {data !== undefined && kind === 'history' && <DeliveryList projectRef={ref} hooks={data.webhooks} />}
      {data !== undefined && kind !== 'history' && (
        <WebhookList projectRef={ref} hooks={data.webhooks} reason={reason} onCreate={create} />
      )}
      {data !== undefined && <WebhookPanel projectRef={ref} hooks={data.webhooks} reason={reason} />}
      <DeliveryPanel projectRef={ref} reason={reason} />
      <SidePanel
        opened={act === 'new' && reason === null}
        title="New webhook"
        onClose={() => change({ act: undefined })}
      >
        <WebhookForm
          projectRef={ref}
          existing={null}
          onDone={(id) => change({ act: undefined, open: id })}
          onCancel={() => void confirmLeaving().then((leaves) => leaves && change({ act: undefined }))}
        />
      </SidePanel>
    </Page>
  );
}

function WebhookFilter() {
  const [{ q = '' }, change] = useWebhookSearch();
  return (
    <div className={classes.search}>
      <DebouncedSearch
        label="Search webhooks"
        value={q}
        onChange={(next) => change({ q: next === '' ? undefined : next })}
      />
    </div>
  );
}

interface WebhookListProps {
  projectRef: string;
  hooks: readonly Webhook[];
  reason: string | null;
  onCreate: () => void;
}

function WebhookList({ projectRef: ref, hooks, reason, onCreate }: WebhookListProps) {
  const [{ q = '', open = null }, change] = useWebhookSearch();
  const client = useQueryClient();
  const update = useAction({
    mutation: orpc.webhooks.setActive.mutationOptions(),
    failed: (message) => `The webhook was not changed: ${message}`,
    onDone: () => client.invalidateQueries({ queryKey: orpc.webhooks.key() }),
  });
  /** What a switch was set to, until the list knows. */
  const [switching, setSwitching] = useState<{ id: string; active: boolean } | null>(null);
  const isActive = (hook: Webhook) => (switching?.id === hook.id ? switching.active : hook.active);
  const setActive = async (id: string, active: boolean) => {
    setSwitching({ id, active });
    await update.run({ ref, id, active });
    setSwitching(null);
  };
  const wanted = q.trim().toLowerCase();
  const found = hooks.filter(({ name, schema, table, url }) =>
    `${name} ${schema}.${table} ${url}`.toLowerCase().includes(wanted),
  );
  if (hooks.length === 0)
    return (
      <EmptyState
        title="No webhooks"
        text="A webhook tells another server when rows of a table are inserted, updated or deleted. SQL functions such as net.http_post() send requests too."
        action={reason === null && <Button onClick={onCreate}>Create a webhook</Button>}
      />
    );
  if (found.length === 0)
    return (
      <EmptyState
        title="No webhook matches"
        text="Names, tables and URLs are searched."
        action={<Button onClick={() => change({ q: undefined })}>Show all webhooks</Button>}
      />
    );
  return (
    <div className={classes.found}>
      <VirtualTable<Webhook>
        label="Database webhooks"
        rows={found}
        rowKey={({ id }) => id}
        openKey={open}
        columns={[
          nameColumn('minmax(0, 1.2fr)', ({ id, name }) => ({ id, name })),
          {
            key: 'table',
            header: 'Table',
            width: 'minmax(0, 1fr)',
            render: ({ schema, table }) => <bdi>{`${schema}.${table}`}</bdi>,
          },
          {
            key: 'events',
            header: 'Events',
            width: 'minmax(0, 1fr)',
            isMinor: true,
            render: eventsOf,
          },
          {
            key: 'url',
            header: 'Sent to',
            width: 'minmax(0, 1.8fr)',
            isMinor: true,
            render: ({ method, url }) => (
              <span title={url}>
                {method} {url}
              </span>
            ),
          },
          {
            key: 'active',
            header: 'Active',
            width: '60px',
            render: (hook) => (
              <input
                type="checkbox"
                role="switch"
                aria-checked={isActive(hook)}
                aria-label={`${hook.name} on ${hook.schema}.${hook.table} is active`}
                title={reason ?? undefined}
                className={`${switchLook.input} ${classes.above}`}
                checked={isActive(hook)}
                disabled={reason !== null}
                onChange={(event) => void setActive(hook.id, event.currentTarget.checked)}
              />
            ),
          },
        ]}
      />
      <p className={classes.quiet} aria-live="polite">
        {found.length === 1 ? '1 webhook' : `${found.length.toLocaleString('en')} webhooks`}
      </p>
    </div>
  );
}
