import type { WebhookPair, WholeWebhookDelivery } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { duration } from '../../lib/format/duration.ts';
import { minuteTime } from '../../lib/format/moment.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { DeliveryState, hookName } from './delivery-state.tsx';
import { SecretPairs } from './secret-pairs.tsx';
import { useWebhookSearch } from './webhook-search.ts';
import classes from './webhooks.module.css';

const REFRESH_MS = 3_000;

/** The request that the address names: what was sent, what came back, and sending it again. */
export function DeliveryPanel({ projectRef: ref, reason }: { projectRef: string; reason: string | null }) {
  const [{ delivery: id }, change] = useWebhookSearch();
  const { data, error, refetch } = useQuery({
    ...orpc.webhooks.getDelivery.queryOptions({ input: { ref, id: id ?? '0' } }),
    enabled: id !== undefined,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? REFRESH_MS : false),
  });
  const isGone = error !== null && toApiError(error).status === 404;
  return (
    <SidePanel
      opened={id !== undefined}
      title={`Request ${id ?? ''}`}
      onClose={() => change({ delivery: undefined })}
    >
      {isGone && <EmptyState title="This request is not kept" text="What was sent is kept for six hours." />}
      {!isGone && data === undefined && error !== null && (
        <ErrorState error={error} title="The request could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the request">
          <Skeleton height={240} radius={10} />
        </div>
      )}
      {!isGone && data !== undefined && <Details projectRef={ref} delivery={data} reason={reason} />}
    </SidePanel>
  );
}

interface DetailsProps {
  projectRef: string;
  delivery: WholeWebhookDelivery;
  reason: string | null;
}

function Details({ projectRef: ref, delivery, reason }: DetailsProps) {
  const [, change] = useWebhookSearch();
  const client = useQueryClient();
  const again = useAction({
    mutation: orpc.webhooks.sendAgain.mutationOptions(),
    done: 'Queued the request again',
    failed: (message) => `The request was not sent again: ${message}`,
    onDone: async ({ delivery_id }) => {
      change({ delivery: delivery_id });
      await client.invalidateQueries({ queryKey: orpc.webhooks.key() });
    },
  });
  const { id, state, method, url, attempts, error, created_at, next_at, took_ms } = delivery;
  const wait = state === 'waiting' ? 'It has not been answered yet.' : null;
  return (
    <>
      <div className={classes.tools}>
        <GuardedButton
          reason={reason ?? wait}
          variant="filled"
          loading={again.isRunning}
          onClick={() => void again.run({ ref, id })}
        >
          Send again
        </GuardedButton>
      </div>
      <FactList
        facts={[
          { label: 'Result', value: <DeliveryState delivery={delivery} /> },
          ...(error === null ? [] : [{ label: 'Error', value: error }]),
          { label: 'Webhook', value: hookName(delivery) },
          { label: 'Sent to', value: `${method} ${url}`, copy: url },
          { label: 'Queued', value: created_at === null ? '–' : minuteTime(created_at) },
          ...(next_at === null || attempts === 0
            ? []
            : [{ label: 'Next attempt', value: minuteTime(next_at) }]),
          { label: 'Tried', value: attempts === 0 ? 'Not yet' : `${attempts} of at most 4 times` },
          { label: 'Took', value: took_ms === null ? '–' : duration(took_ms) },
        ]}
      />
      <Part title="Answer" headers={delivery.response_headers} body={delivery.response_body} />
      <Part title="Request" headers={delivery.request_headers} body={delivery.request_body} />
    </>
  );
}

interface PartProps {
  title: string;
  headers: readonly WebhookPair[];
  body: WholeWebhookDelivery['request_body'];
}

function Part({ title, headers, body }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {body === null && headers.length === 0 && <p className={classes.quiet}>Nothing to show.</p>}
      {headers.length > 0 && <SecretPairs title={`Headers of the ${title.toLowerCase()}`} pairs={headers} />}
      {body !== null && <CodeBlock label={`Body of the ${title.toLowerCase()}`} value={body.text} wrap />}
      {body?.is_cut === true && <p className={classes.quiet}>There is more of it than is shown here.</p>}
    </section>
  );
}
