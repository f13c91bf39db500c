import { type Organization, USAGE_EVENT_DAYS } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { downloadEvents } from './download-events.ts';
import classes from './organization-general.module.css';

/** What is done in the dashboard, as far as it is kept, with the one switch that ends it. */
export function UsageEvents({ organization }: { organization: Organization }) {
  return (
    <Section
      title="Usage events"
      description={`What is done in the dashboard, such as running SQL or pausing a project. It stays on this machine and is deleted after ${USAGE_EVENT_DAYS} days. An event holds a time, a project and the id of an account, and nothing of what was typed.`}
    >
      {organization.abilities.update_organization ? (
        <EventSettings slug={organization.slug} />
      ) : (
        <Notice tone="info">You do not have the required permissions to update this organization.</Notice>
      )}
    </Section>
  );
}

function EventSettings({ slug }: { slug: string }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  // Only their counts are shown, and no answer is without an event.
  const events = useQuery(orpc.usageEvents.list.queryOptions({ input: { slug, limit: 1 } }));
  const onDone = () => queries.invalidateQueries({ queryKey: orpc.usageEvents.key() });
  const change = useAction({
    mutation: orpc.usageEvents.change.mutationOptions(),
    failed: (message) => message,
    onDone,
  });
  const clear = useAction({
    mutation: orpc.usageEvents.clear.mutationOptions(),
    done: 'Deleted the usage events',
    failed: (message) => `Failed to delete usage events: ${message}`,
    onDone,
  });
  if (events.data === undefined)
    return events.isError ? (
      <ErrorState
        error={events.error}
        title="Failed to load usage events"
        onRetry={() => void events.refetch()}
      />
    ) : (
      <Skeleton height={24} lines={3} />
    );
  const { is_kept: isKept, counts } = events.data;
  return (
    <div className={classes.events}>
      <SwitchField
        label="Keep usage events"
        checked={isKept}
        disabled={change.isRunning}
        onChange={(checked) => void change.run({ slug, is_kept: checked })}
      />
      <DataTable
        label="Usage events"
        rows={counts}
        rowKey={({ event }) => event}
        columns={[
          { key: 'event', header: 'Event', render: ({ event }) => eventLabel(event) },
          { key: 'count', header: 'Times', align: 'right', render: ({ count }) => count },
          { key: 'last', header: 'Last', render: ({ last_at }) => <TimeAgo date={last_at} /> },
        ]}
        empty={isKept ? 'No events yet.' : 'No events are kept.'}
      />
      {counts.length > 0 && (
        <div className={classes.eventActions}>
          <Button onClick={() => void download(slug)}>Download as JSON</Button>
          <Button onClick={() => setAsking(true)}>Delete all…</Button>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Delete all usage events"
        confirmLabel="Delete"
        danger
        isRunning={clear.isRunning}
        onConfirm={() => void clear.run({ slug }).then(() => setAsking(false))}
      >
        <p>All events of this organization are deleted. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  );
}

async function download(slug: string): Promise<void> {
  try {
    await downloadEvents(slug);
  } catch (error) {
    await showToast('failed', `Failed to download usage events: ${toApiError(error).message}`);
  }
}

/** `project_paused` → “Project paused”. */
function eventLabel(event: string): string {
  const words = event.replaceAll('_', ' ').replace(/\b(sql|api)\b/g, (name) => name.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
