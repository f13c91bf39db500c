import type { Webhook, WebhookDelivery } from '@basalt/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { duration } from '../../lib/format/duration.ts';
import { presentParams } from '../../lib/pages/search-params.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { DeliveryState, hookName } from './delivery-state.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { useWebhookSearch, type WebhookSearch } from './webhook-search.ts';
import classes from './webhooks.module.css';

/** What was sent and what waits, of all webhooks or one of them. */
export function DeliveryList({ projectRef, hooks }: { projectRef: string; hooks: readonly Webhook[] }) {
  const [{ hook }, change] = useWebhookSearch();
  const query = useDeliveries(projectRef, hook);
  const isOther = hook !== undefined && !hooks.some(({ id }) => id === hook);
  return (
    <>
      <div className={classes.filters}>
        <div className={classes.choice}>
          <ChoiceField
            label="Webhook"
            value={hook ?? ''}
            options={[
              { value: '', label: 'All requests' },
              ...hooks.map(({ id, name, table }) => ({ value: id, label: `${name} (${table})` })),
              ...(isOther ? [{ value: hook, label: 'A webhook that was changed or deleted' }] : []),
            ]}
            onChange={(next) => change({ hook: next === '' ? undefined : next })}
          />
        </div>
      </div>
      {query.data === undefined && query.error !== null && (
        <ErrorState
          error={query.error}
          title="The history could not be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data === undefined && query.error === null && (
        <div role="status" aria-label="Loading the history">
          <Skeleton height={260} radius={10} />
        </div>
      )}
      {query.data?.length === 0 && (
        <EmptyState
          title="Nothing was sent"
          text="What was sent and what came back is kept for six hours."
          action={
            hook !== undefined && (
              <Button onClick={() => change({ hook: undefined })}>Show all requests</Button>
            )
          }
        />
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <div className={classes.found}>
          <DataTable<WebhookDelivery>
            label="History of webhooks"
            rows={query.data}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'hook',
                header: 'Webhook',
                render: (delivery) => (
                  <Link
                    to="."
                    search={(before: WebhookSearch) => presentParams({ ...before, delivery: delivery.id })}
                    className={classes.link}
                  >
                    <bdi>{hookName(delivery)}</bdi> <span className={classes.quiet}>#{delivery.id}</span>
                  </Link>
                ),
              },
              {
                key: 'state',
                header: 'Result',
                width: 120,
                render: (delivery) => <DeliveryState delivery={delivery} />,
              },
              {
                key: 'url',
                header: 'Sent to',
                isMinor: true,
                render: ({ method, url }) => (
                  <span className={classes.url} title={url}>
                    {method} {url}
                  </span>
                ),
              },
              {
                key: 'when',
                header: 'Queued',
                width: 130,
                render: ({ created_at }) => (created_at === null ? '–' : <TimeAgo date={created_at} />),
              },
              {
                key: 'took',
                header: 'Took',
                width: 90,
                isMinor: true,
                align: 'right',
                render: ({ took_ms }) => (took_ms === null ? '–' : duration(took_ms)),
              },
            ]}
          />
          {query.hasNextPage && (
            <div>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older requests
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}
