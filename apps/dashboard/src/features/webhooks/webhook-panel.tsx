import type { Webhook } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { presentParams } from '../../lib/pages/search-params.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { SecretPairs } from './secret-pairs.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { WebhookForm } from './webhook-form.tsx';
import { useWebhookSearch, type WebhookSearch } from './webhook-search.ts';
import classes from './webhooks.module.css';

const SHOWN = 10;

interface WebhookPanelProps {
  projectRef: string;
  hooks: readonly Webhook[];
  reason: string | null;
}

/** The webhook that the address names: what it sends, what can be done with it, and what came of it. */
export function WebhookPanel({ projectRef, hooks, reason }: WebhookPanelProps) {
  const [{ open, act, delivery }, change] = useWebhookSearch();
  const hook = hooks.find(({ id }) => id === open);
  return (
    <SidePanel
      // One panel at a time: that of a request stands in for this one.
      opened={open !== undefined && delivery === undefined}
      title={hook?.name ?? 'Webhook'}
      onClose={() => change({ open: undefined, act: undefined })}
    >
      {hook === undefined && (
        <EmptyState
          title="There is no such webhook"
          text="It was changed or deleted meanwhile. What it sent is kept for six hours."
        />
      )}
      {hook !== undefined &&
        (act === 'edit' && reason === null ? (
          <WebhookForm
            key={hook.id}
            projectRef={projectRef}
            existing={hook}
            onDone={(id) => change({ act: undefined, open: id })}
            onCancel={() => void confirmLeaving().then((leaves) => leaves && change({ act: undefined }))}
          />
        ) : (
          <Details projectRef={projectRef} hook={hook} reason={reason} />
        ))}
    </SidePanel>
  );
}

interface DetailsProps {
  projectRef: string;
  hook: Webhook;
  reason: string | null;
}

function Details({ projectRef: ref, hook, reason }: DetailsProps) {
  const [, change] = useWebhookSearch();
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.webhooks.key() });
  const test = useAction({
    mutation: orpc.webhooks.test.mutationOptions(),
    done: 'Queued a test with a row of the table',
    failed: (message) => `No test was sent: ${message}`,
    onDone: refresh,
  });
  const remove = useAction({
    mutation: orpc.webhooks.remove.mutationOptions(),
    done: `Deleted webhook ${hook.name}`,
    failed: (message) => `The webhook was not deleted: ${message}`,
    onDone: async () => {
      setAsking(false);
      change({ open: undefined, act: undefined });
      await refresh();
    },
  });
  return (
    <>
      <div className={classes.tools}>
        <GuardedButton
          reason={reason ?? hook.problem}
          variant="filled"
          loading={test.isRunning}
          onClick={() => void test.run({ ref, id: hook.id })}
        >
          Send a test
        </GuardedButton>
        <GuardedButton reason={reason} onClick={() => change({ act: 'edit' })}>
          Edit webhook
        </GuardedButton>
        <GuardedButton reason={reason} color="red" variant="light" onClick={() => setAsking(true)}>
          Delete webhook…
        </GuardedButton>
      </div>
      {hook.problem !== null && (
        <Notice tone="warn" title="This webhook cannot send">
          <p>{hook.problem}</p>
        </Notice>
      )}
      <FactList
        facts={[
          { label: 'Table', value: `${hook.schema}.${hook.table}` },
          { label: 'Events', value: eventsOf(hook) },
          { label: 'Sent to', value: `${hook.method} ${hook.url}`, copy: hook.url },
          { label: 'Timeout', value: `${hook.timeout_ms.toLocaleString('en')} ms` },
          { label: 'Active', value: hook.active ? 'Yes' : 'No' },
        ]}
      />
      {hook.headers.length > 0 && <SecretPairs title="Headers" pairs={hook.headers} />}
      {hook.params.length > 0 && <SecretPairs title="Parameters of the URL" pairs={hook.params} />}
      <LastDeliveries projectRef={ref} id={hook.id} />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({ ref, id: hook.id })}
        title={`Delete webhook ${hook.name}?`}
        confirmLabel="Delete webhook"
        isRunning={remove.isRunning}
        danger
      >
        Changes of {hook.schema}.{hook.table} are not sent any more. What waits already is sent all the same.
      </ConfirmDialog>
    </>
  );
}

export function eventsOf({ events }: Pick<Webhook, 'events'>): string {
  return events.map((event) => event.charAt(0) + event.slice(1).toLowerCase()).join(', ');
}

function LastDeliveries({ projectRef, id }: { projectRef: string; id: string }) {
  const [, change] = useWebhookSearch();
  const { data, error } = useDeliveries(projectRef, id);
  return (
    <section className={classes.part} aria-label="Last requests">
      <h3 className={classes.heading}>Last requests</h3>
      {data === undefined && error === null && <Skeleton height={72} radius={6} />}
      {data === undefined && error !== null && (
        <p className={classes.quiet}>They could not be loaded: {toApiError(error).message}</p>
      )}
      {data?.length === 0 && <p className={classes.quiet}>Nothing was sent in the last six hours.</p>}
      <ul className={classes.runs}>
        {data?.slice(0, SHOWN).map((delivery) => (
          <li key={delivery.id} className={classes.line}>
            <DeliveryState delivery={delivery} />
            <Link
              to="."
              search={(before: WebhookSearch) => presentParams({ ...before, delivery: delivery.id })}
              className={classes.link}
            >
              Request {delivery.id}
            </Link>
            {delivery.created_at !== null && <TimeAgo date={delivery.created_at} />}
          </li>
        ))}
      </ul>
      {data !== undefined && data.length > 0 && (
        <div>
          <Button onClick={() => change({ kind: 'history', hook: id, open: undefined, act: undefined })}>
            Whole history
          </Button>
        </div>
      )}
    </section>
  );
}
