import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { OpenReport } from './open-report.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';

/** A report that the address names, or why it cannot be shown. */
export function ReportPage({ projectRef, id }: { projectRef: string; id: string }) {
  const item = useQuery(orpc.content.item.queryOptions({ input: { ref: projectRef, id } }));
  if (item.data?.type === 'report') return <OpenReport projectRef={projectRef} report={item.data} />;
  if (item.isPending) return <ReportSkeleton />;
  const { status } = toApiError(item.error);
  if (item.isError && status !== 404 && status !== 400) {
    return (
      <Page title="Report">
        <ErrorState
          error={item.error}
          title={status === 403 ? 'You cannot see this report' : 'This report could not be loaded'}
          onRetry={() => void item.refetch()}
        />
      </Page>
    );
  }
  return (
    <Page title="Report">
      <EmptyState
        title="There is no such report"
        text="It was deleted, or it is private to somebody else. Whoever owns it can share it with the project."
        action={
          <ButtonLink to="/project/$ref/reports" params={{ ref: projectRef }}>
            All reports
          </ButtonLink>
        }
      />
    </Page>
  );
}
