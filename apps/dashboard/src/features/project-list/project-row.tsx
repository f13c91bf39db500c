import type { Project } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { postgresLabel } from '../../lib/format/postgres-label.ts';
import { regionLabel } from '../../lib/format/region-label.ts';
import rowLink from '../../ui/lists/row-link.module.css';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './project-row.module.css';

const WarningLine = lazy(() =>
  import('../../resource-warnings/warning-line.tsx').then((module) => ({ default: module.WarningLine })),
);

/** One line of the project list; the whole line leads to the project. */
export function ProjectRow({ project }: { project: Project }) {
  const { ref, name, status, region, dbVersion, inserted_at: created } = project;
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <Link to="/project/$ref" params={{ ref }} className={`${rowLink.link} ${classes.link}`} title={name}>
          {name}
        </Link>
        <div className={classes.below}>
          <code className={classes.ref}>{ref}</code>
          <Suspense>
            <WarningLine project={project} />
          </Suspense>
        </div>
      </div>
      <div className={classes.status} title={project.status_reason ?? undefined}>
        <StatusBadge status={status} />
      </div>
      <span className={classes.region} title={`${regionLabel(region)} (${region})`}>
        {regionLabel(region)}
      </span>
      <span className={classes.version}>{postgresLabel(dbVersion)}</span>
      <span className={classes.created}>
        <TimeAgo date={created} />
      </span>
    </li>
  );
}
