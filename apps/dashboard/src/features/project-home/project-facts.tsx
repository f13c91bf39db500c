import type { Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { dayText } from '../../lib/format/moment.ts';
import { serverKindOf } from '../../lib/pages/server-need.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './project-facts.module.css';
import { ServiceHealth } from './service-health.tsx';

/** What one wants to know about a project at a glance. */
export function ProjectFacts({ project }: { project: Project }) {
  return (
    <dl className={classes.facts}>
      <Fact label="Health">
        <ServiceHealth project={project} />
      </Fact>
      <Fact label="Database size">
        <DatabaseSize project={project} />
      </Fact>
      <Fact label="Version" hint={project.dbVersion}>
        Postgres {project.postgres_version}
      </Fact>
      {project.is_attached && (
        <Fact label="Database server">
          <Link to="/project/$ref/settings/database" params={{ ref: project.ref }} className={classes.link}>
            {project.kept_by === null ? 'Attached' : 'In Kubernetes'}
          </Link>
        </Fact>
      )}
      {serverKindOf(project) !== 'attached' && (
        <Fact label="Compute size">
          <Link
            to="/project/$ref/settings/compute-and-disk"
            params={{ ref: project.ref }}
            className={classes.link}
          >
            {project.compute_size}
          </Link>
        </Fact>
      )}
      <Fact label="Created" hint={dayText(project.inserted_at)}>
        <TimeAgo date={project.inserted_at} />
      </Fact>
      <Fact label="Project reference">
        <span className={classes.reference}>
          <code>{project.ref}</code>
          <CopyButton value={project.ref} label="project reference" />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
      {hint !== undefined && (
        <dd className={classes.hint} title={hint}>
          {hint}
        </dd>
      )}
    </div>
  );
}

/** How much the project's database takes on disk. Only a running database can tell. */
function DatabaseSize({ project: { ref, status } }: { project: Project }) {
  const isPaused = status === 'INACTIVE';
  const { data, error } = useQuery(orpc.database.size.queryOptions({ input: { ref }, enabled: !isPaused }));
  if (isPaused) return <span className={classes.unknown}>Not known while paused</span>;
  if (data !== undefined) return byteSize(data.bytes);
  if (error === null) return <Skeleton width={64} height={24} />;
  return (
    <span className={classes.unknown} title={toApiError(error).message}>
      Not known
    </span>
  );
}
