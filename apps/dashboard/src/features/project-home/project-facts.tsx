import type { Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { regionLabel } from '../../lib/region-label.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { DatabaseSize } from './database-size.tsx';
import classes from './project-facts.module.css';
import { ServiceHealth } from './service-health.tsx';

const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' });

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
      <Fact label="Region" hint={project.region}>
        {regionLabel(project.region)}
      </Fact>
      <Fact label="Created" hint={day.format(new Date(project.inserted_at))}>
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
