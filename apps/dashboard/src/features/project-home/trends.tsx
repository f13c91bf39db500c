import type { Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, orpc } from '../../api/client.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { SparkBars } from '../../ui/charts/spark-bars.tsx';
import rowLink from '../../ui/lists/row-link.module.css';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { connectionTrend, diskTrend, type Trend, userTrend, verifiedBackup } from './trend-values.ts';
import classes from './trends.module.css';

const DAY = 86_400_000;
/** So many days, and so many parts of the last one, are drawn. */
const DAYS = 30;
const PARTS = 48;
/** How often they are read again, in milliseconds. */
const LOOK_AGAIN = 60_000;

/** What grows in a project, and what it could be put back to: each leads to the page that tells more. */
export function Trends({ project: { ref, is_attached: isAttached } }: { project: Project }) {
  const params = { ref };
  const resources = useQuery({
    queryKey: [...orpc.resources.usage.key(), { input: { ref, lastDay: true } }],
    queryFn: ({ signal }) => {
      const to = new Date();
      const from = new Date(to.getTime() - DAY);
      return api.resources.usage(
        { ref, from: from.toISOString(), to: to.toISOString(), points: PARTS },
        { signal },
      );
    },
    refetchInterval: LOOK_AGAIN,
  });
  const from = new Date(Date.now() - (DAYS - 1) * DAY).toISOString().slice(0, 10);
  const usage = useQuery({
    ...orpc.usage.ofProject.queryOptions({ input: { ref, from } }),
    refetchInterval: LOOK_AGAIN,
  });
  const backups = useQuery(orpc.backups.overview.queryOptions({ input: { ref }, enabled: !isAttached }));
  return (
    <ul className={classes.trends} data-attached={isAttached || undefined} aria-label="Trends">
      <TrendTile
        title="Connections"
        link={{
          to: isAttached ? '/project/$ref/observability' : '/project/$ref/settings/infrastructure',
          params,
          search: {},
        }}
        trend={resources.data && connectionTrend(resources.data, isAttached)}
        error={resources.error}
      />
      <TrendTile
        title="Database on disk"
        link={{ to: '/project/$ref/usage', params, search: {} }}
        trend={usage.data && diskTrend(usage.data.days, byteSize)}
        error={usage.error}
      />
      <TrendTile
        title="Active users"
        link={{ to: '/project/$ref/auth/users', params, search: {} }}
        trend={usage.data && userTrend(usage.data.days)}
        error={usage.error}
      />
      {!isAttached && (
        <Tile
          title="Last verified backup"
          link={{ to: '/project/$ref/database/backups/scheduled', params, search: {} }}
          error={backups.error}
        >
          {backups.data && <BackupFigure {...verifiedBackup(backups.data)} />}
        </Tile>
      )}
    </ul>
  );
}

interface TileProps {
  title: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  error: Error | null;
}

function TrendTile({ trend, ...tile }: TileProps & { trend: Trend | undefined }) {
  return (
    <Tile {...tile}>
      {trend && (
        <>
          <p className={classes.figure}>{trend.figure}</p>
          <p className={classes.hint}>{trend.hint}</p>
          <SparkBars
            values={trend.values}
            height={28}
            isWide
            {...(trend.top === undefined ? {} : { top: trend.top })}
          />
        </>
      )}
    </Tile>
  );
}

/** The frame of a figure, all of which leads to more of it. */
function Tile({ title, link, error, children }: TileProps & { children: ReactNode }) {
  return (
    <li className={classes.tile}>
      <Link {...link} className={`${rowLink.link} ${classes.title}`}>
        {title}
      </Link>
      {children ??
        (error === null ? (
          <Skeleton width={96} height={24} />
        ) : (
          <p className={classes.hint}>Not known now</p>
        ))}
    </li>
  );
}

function BackupFigure({ verified, taken }: { verified: string | null; taken: string | null }) {
  return (
    <>
      <p className={classes.figure}>{verified === null ? 'None yet' : <TimeAgo date={verified} />}</p>
      <p className={classes.hint}>
        {taken === null ? (
          'No backup was taken yet'
        ) : (
          <>
            Newest backup: <TimeAgo date={taken} />
          </>
        )}
      </p>
    </>
  );
}
