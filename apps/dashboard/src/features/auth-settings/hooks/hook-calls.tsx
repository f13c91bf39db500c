import type { AuthHookCall } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { duration } from '../../../lib/format/duration.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import type { StatusTone } from '../../../ui/status/status-look.ts';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { hookLabel } from './hook-forms.ts';
import classes from './hook-settings.module.css';

/** Milliseconds after which new calls appear, while the page is in view. */
const REFRESH = 5_000;

const OUTCOMES: Record<AuthHookCall['outcome'], [StatusTone, string]> = {
  ok: ['ok', 'Answered'],
  refused: ['warn', 'Refused'],
  failed: ['danger', 'Failed'],
};

/** The newest calls of all hooks, and what went wrong with them. */
export function HookCalls({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useQuery(
    orpc.authHooks.listCalls.queryOptions({ input: { ref: projectRef }, refetchInterval: REFRESH }),
  );
  if (data === undefined && error !== null)
    return <ErrorState error={error} title="The calls could not be loaded" onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading calls">
        <Skeleton height={160} radius={10} />
      </div>
    );
  if (data.calls.length === 0)
    return <EmptyState title="No calls yet" text="What a hook is asked appears here." />;
  return (
    <DataTable<AuthHookCall>
      label="Calls of hooks"
      rows={data.calls}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'hook',
          header: 'Hook',
          render: ({ hook, target, message }) => (
            <div className={classes.what}>
              {hookLabel(hook)}
              <div className={classes.target}>
                <bdi>{target}</bdi>
              </div>
              {message !== null && (
                <div className={classes.message}>
                  <bdi>{message}</bdi>
                </div>
              )}
            </div>
          ),
        },
        {
          key: 'outcome',
          header: 'Result',
          width: 110,
          render: ({ outcome }) => {
            const [tone, label] = OUTCOMES[outcome];
            return <StateLabel tone={tone} label={label} />;
          },
        },
        {
          key: 'when',
          header: 'Asked',
          width: 120,
          render: ({ called_at }) => <TimeAgo date={called_at} />,
        },
        {
          key: 'took',
          header: 'Took',
          width: 80,
          isMinor: true,
          align: 'right',
          render: ({ took_ms }) => duration(took_ms),
        },
      ]}
    />
  );
}
