import type { Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './service-health.module.css';
import { SERVICE_NAMES, SHOWN_SERVICES, serviceLabels } from './service-labels.ts';

/** How often health is read again, in milliseconds. */
const LOOK_AGAIN = 10_000;

/** Whether each service of a project answers, asked just now and again every ten seconds. */
export function ServiceHealth({ project: { ref, status } }: { project: Project }) {
  const { data, isError } = useQuery(
    orpc.projects.v1Health.queryOptions({
      input: { ref, services: [...SHOWN_SERVICES] },
      enabled: status !== 'INACTIVE',
      refetchInterval: LOOK_AGAIN,
    }),
  );
  const shown = SHOWN_SERVICES.map((service) => ({
    service,
    words: serviceLabels(
      status,
      data?.find(({ name }) => name === service),
      isError,
    ),
  }));
  // Mostly one thing is wrong with all of them.
  const reasons = new Set(shown.flatMap(({ words }) => words?.why ?? []));
  return (
    <>
      <ul className={classes.services} aria-label="Services">
        {shown.map(({ service, words }) =>
          words === null ? (
            <li key={service}>
              <Skeleton width={76} height={20} />
            </li>
          ) : (
            <li key={service} className={classes.service} data-tone={words.tone} title={words.text}>
              <span className={classes.dot} aria-hidden="true" />
              {SERVICE_NAMES[service]}
              <span className={words.tone === 'ok' ? 'visually-hidden' : classes.state}> {words.text}</span>
            </li>
          ),
        )}
      </ul>
      {[...reasons].map((reason) => (
        <p key={reason} className={classes.why}>
          {reason}
        </p>
      ))}
    </>
  );
}
