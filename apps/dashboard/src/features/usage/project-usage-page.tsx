import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { Page } from '../../ui/pages/page.tsx';
import { SpanFilter } from './span-filter.tsx';
import { UsageBody } from './usage-body.tsx';
import { dayOf, spanOfSearch } from './usage-span.ts';
import { UsageView } from './usage-view.tsx';

const PATH = '/project/$ref/usage';
/** Milliseconds between two looks at the figures. */
const REFRESH = 15_000;

/** What a project used, day by day. */
export function ProjectUsagePage({ projectRef: ref }: { projectRef: string }) {
  const search = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const today = dayOf(Date.now());
  const span = spanOfSearch(search, today);
  const usage = useQuery({
    ...orpc.usage.ofProject.queryOptions({ input: { ref, ...span } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  return (
    <Page
      title="Usage"
      description="What this project used. Requests appear after some seconds, the size of storage once a day."
      actions={
        <SpanFilter
          span={span}
          today={today}
          onChange={(next) => void navigate({ search: next ?? {}, replace: true })}
        />
      }
    >
      <UsageBody query={usage}>{(data) => <UsageView usage={data} />}</UsageBody>
    </Page>
  );
}
