import type { FunctionTestAnswer } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import list from '../../../ui/lists/log-lines.module.css';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { LogLine } from '../logs/log-line.tsx';
import classes from './test.module.css';

interface TestLogProps {
  projectRef: string;
  slug: string;
  answer: Pick<FunctionTestAnswer, 'started_at' | 'ended_at'>;
}

/** Lines arrive a moment late, and a function may go on after its answer. */
const AFTERWARDS = 5_000;
const REFRESH = 1_000;
const SHOWN = 100;

/** What the function wrote while a test request was under way, oldest first. */
export function TestLog({ projectRef: ref, slug, answer: { started_at, ended_at } }: TestLogProps) {
  const end = Date.parse(ended_at) + AFTERWARDS;
  const { data, error, refetch } = useQuery({
    ...orpc.functionLogs.list.queryOptions({
      input: {
        ref,
        function_slug: slug,
        from: started_at,
        to: new Date(end).toISOString(),
        limit: SHOWN,
      },
    }),
    // A few looks, by their number: the clock of this machine may be another one.
    refetchInterval: ({ state }) => state.dataUpdateCount * REFRESH <= AFTERWARDS + REFRESH && REFRESH,
  });
  const lines = data?.lines.toReversed() ?? [];
  return (
    <Section
      title="Log of the call"
      description="What the function wrote from the request until some seconds after the answer, for other calls of that time too."
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The log could not be loaded" onRetry={() => void refetch()} />
      )}
      {lines.length === 0 && error === null && (
        <p className={classes.quiet} role="status">
          Nothing was written so far.
        </p>
      )}
      {lines.length > 0 && (
        <div className={list.list}>
          <ul aria-label="Log of the call" className={classes.lines}>
            {lines.map((line, position) => (
              // Lines of the same moment may say the same.
              // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest, a line keeps its place
              <LogLine key={`${line.execution_id} ${line.at} ${position}`} line={line} />
            ))}
          </ul>
        </div>
      )}
      {data?.next_cursor != null && (
        <p className={classes.quiet}>The last {SHOWN} lines are shown. All of them are in the log.</p>
      )}
    </Section>
  );
}
