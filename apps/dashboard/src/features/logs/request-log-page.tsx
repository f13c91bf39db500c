import type { LogPage, Project, REQUEST_SERVICES } from '@basalt/contract';
import { useProject } from '../../api/use-project.ts';
import { RequestChart } from '../../ui/charts/request-chart.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { LogFilters } from './log-filters.tsx';
import { NoRequests } from './no-requests.tsx';
import { RequestList } from './request-list.tsx';
import { SavedQueries } from './saved-queries.tsx';
import { OneService, useLogSearch } from './use-log-search.ts';
import { useRequestCounts, useRequests } from './use-request-log.ts';

/** What applications asked the project's API for, and how it went. */
export function RequestLogPage({
  projectRef,
  service,
}: {
  projectRef: string;
  /** The one that the page is about; null: all of them. */
  service: (typeof REQUEST_SERVICES)[number] | null;
}) {
  const { data: project } = useProject(projectRef);
  if (project === undefined) return null;
  return (
    <OneService value={service}>
      <RequestLog project={project} words={PAGES[service ?? 'all'] ?? PAGES.all} />
    </OneService>
  );
}

interface Words {
  log: LogPage;
  title: string;
  description: string;
}

const PAGES: { all: Words } & Partial<Record<string, Words>> = {
  all: {
    log: 'requests',
    title: 'API requests',
    description: 'Requests to the API of this project, newest first.',
  },
  auth: {
    log: 'auth-logs',
    title: 'Auth logs',
    description: 'Requests to auth, newest first: who signs in, and what was refused.',
  },
  storage: {
    log: 'storage-logs',
    title: 'Storage logs',
    description: 'Requests for files and buckets, newest first.',
  },
  realtime: {
    log: 'realtime-logs',
    title: 'Realtime logs',
    description: 'Sockets that were opened, and messages sent over HTTP, newest first.',
  },
};

function RequestLog({ project, words }: { project: Project; words: Words }) {
  const { search, ask } = useLogSearch();
  const requests = useRequests(project.ref, search);
  const counts = useRequestCounts(project.ref, search);
  const refresh = () => void Promise.all([requests.refetch(), counts.refetch()]);
  return (
    <Page title={words.title} description={words.description}>
      <LogFilters
        onRefresh={refresh}
        isRefreshing={requests.isRefetching}
        saved={<SavedQueries projectRef={project.ref} log={words.log} />}
      />
      <Section title="Requests over time">
        {counts.data !== undefined && (
          <RequestChart
            counts={counts.data}
            isStale={counts.isPlaceholderData}
            onZoom={(from, to) =>
              ask({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), live: false })
            }
          />
        )}
        {counts.data === undefined && counts.error === null && <Skeleton height={174} />}
        {counts.data === undefined && counts.error !== null && (
          <ErrorState
            error={counts.error}
            title="The counts could not be loaded"
            onRetry={() => void counts.refetch()}
          />
        )}
      </Section>
      <RequestList
        requests={requests}
        onReadOn={() => ask({ live: false })}
        empty={<NoRequests project={project} />}
      />
    </Page>
  );
}
