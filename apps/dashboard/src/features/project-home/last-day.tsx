import type { Project } from '@basalt/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, orpc } from '../../api/client.ts';
import { wholeBars } from '../../lib/whole-bars.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { RequestChart } from '../../ui/charts/request-chart.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './last-day.module.css';

const HOUR = 3_600_000;
const BARS = 48;
/** How often the day is counted again, in milliseconds. */
const LOOK_AGAIN = 60_000;

/** The requests of the last day, so that a look in the morning says whether the night was quiet. */
export function LastDay({ project }: { project: Project }) {
  const { ref, abilities, status, inserted_at: created } = project;
  const navigate = useNavigate();
  const isAllowed = abilities.read_request_log;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...orpc.requestLog.counts.key(), { input: { ref, lastDay: true } }],
    queryFn: ({ signal }) => {
      const { from, to } = wholeBars(24 * HOUR, BARS, Date.now());
      const day = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      return api.requestLog.counts({ ref, ...day, buckets: BARS }, { signal });
    },
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN,
  });
  if (!isAllowed) return null;
  const isNew = status !== 'INACTIVE' && Date.now() - Date.parse(created) < 24 * HOUR;
  const isQuiet = data?.buckets.every(({ total }) => total === 0);
  return (
    <Section
      title="Requests of the last 24 hours"
      actions={
        <ButtonLink to="/project/$ref/logs" params={{ ref }} search={{ range: '24h' }} variant="default">
          Open logs
        </ButtonLink>
      }
    >
      <div className={classes.day}>
        {data === undefined && error !== null && (
          <ErrorState
            error={error}
            title="The requests could not be counted"
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && error === null && <Skeleton height="100%" />}
        {isQuiet && isNew && <FirstSteps project={project} />}
        {isQuiet && !isNew && (
          <p className={classes.quiet}>No application asked anything of this project in the last 24 hours.</p>
        )}
        {data !== undefined && !isQuiet && (
          <RequestChart
            counts={data}
            isStale={isPlaceholderData}
            onZoom={(from, to) =>
              void navigate({
                to: '/project/$ref/logs',
                params: { ref },
                search: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
              })
            }
          />
        )}
      </div>
    </Section>
  );
}
