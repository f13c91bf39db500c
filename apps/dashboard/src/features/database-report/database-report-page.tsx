import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './database-report-page.module.css';
import { SlowQueriesSection } from './slow-queries-section.tsx';
import { CacheSection, ConnectionsSection, SizeSection } from './usage-sections.tsx';

/** The report that every project has: how its database is doing now. */
export function DatabaseReportPage({ projectRef }: { projectRef: string }) {
  const report = useQuery(orpc.databaseQueries.report.queryOptions({ input: { ref: projectRef } }));
  const { data } = report;
  return (
    <Page
      title="Database"
      description="How the database of this project is doing at this moment."
      actions={
        <>
          <span className={classes.updated}>
            {data !== undefined && (
              <>
                Updated <TimeAgo key={report.dataUpdatedAt} date={new Date(report.dataUpdatedAt)} />
              </>
            )}
          </span>
          <Button
            leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
            loading={report.isFetching && data !== undefined}
            onClick={() => void report.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      {report.isError && (
        <ErrorState
          error={report.error}
          title={
            toApiError(report.error).status === 403
              ? 'You cannot see how this database is doing'
              : 'The report could not be loaded'
          }
          onRetry={() => void report.refetch()}
        />
      )}
      {data === undefined ? (
        !report.isError && (
          <>
            <div className={classes.pair}>
              <Skeleton height={220} radius={10} />
              <Skeleton height={220} radius={10} />
            </div>
            <Skeleton height={300} radius={10} />
            <Skeleton height={300} radius={10} />
          </>
        )
      ) : (
        <>
          <div className={classes.pair}>
            <ConnectionsSection connections={data.connections} />
            <CacheSection hits={data.cache_hit} />
          </div>
          <SizeSection size={data.size} />
          <SlowQueriesSection
            projectRef={projectRef}
            queries={data.slow_queries}
            missing={data.slow_queries_missing}
          />
        </>
      )}
    </Page>
  );
}
