import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './ai.module.css';

/** What the organization has used of its model this month. */
export function AiUsage({ slug }: { slug: string }) {
  const usage = useQuery(orpc.assistantProvider.usage.queryOptions({ input: { slug } }));
  if (usage.data === undefined)
    return usage.isError ? (
      <ErrorState error={usage.error} title="Failed to load the usage" onRetry={() => void usage.refetch()} />
    ) : (
      <Skeleton height={20} lines={3} />
    );
  const { input_tokens: input, output_tokens: output, cost, monthly_token_cap: cap } = usage.data;
  const used = input + output;
  return (
    <section className={classes.usage} aria-label="Usage of this month">
      <h3>This month</h3>
      <FactList
        facts={[
          {
            label: 'Tokens',
            value: `${count(used)}${cap === null ? '' : ` of ${count(cap)}`} (${count(input)} in, ${count(output)} out)`,
          },
          { label: 'Cost', value: cost === null ? 'Not known without prices' : `$${cost.toFixed(2)}` },
        ]}
      />
      {cap !== null && (
        <meter
          className={classes.meter}
          aria-label="Tokens of this month"
          min={0}
          max={cap}
          value={Math.min(used, cap)}
          high={cap * 0.9}
        />
      )}
    </section>
  );
}

const count = (tokens: number) => tokens.toLocaleString('en-US');
