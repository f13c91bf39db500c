import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { orpc } from '../../../api/client.ts';
import { useProject } from '../../../api/use-project.ts';
import { fieldSentence } from '../../../lib/field-errors.ts';
import { useAction } from '../../../lib/use-action.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { createDisabledReason } from '../actions/disabled-reason.ts';
import { type AskedReport, ReportDialogs } from '../actions/report-dialogs.tsx';
import { refreshReports, useReportActions } from '../actions/use-report-actions.ts';
import { EMPTY_REPORT } from '../content/report-content.ts';
import { listQuestion, listsBuiltIn, type ReportSearch } from './list-question.ts';
import { NoReports } from './no-reports.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';

interface ReportListPageProps {
  projectRef: string;
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
  onShowDeleted: () => void;
}

/** The reports of a project: the built-in one, one's own, and those that others share. */
export function ReportListPage({ projectRef, search, onSearch, onShowDeleted }: ReportListPageProps) {
  const { data: project } = useProject(projectRef);
  const actions = useReportActions(projectRef);
  const [asked, setAsked] = useState<AskedReport | null>(null);
  const [isCreating, setCreating] = useState(false);
  const list = useInfiniteQuery({
    ...orpc.content.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ref: projectRef,
        ...listQuestion(search),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ cursor }) => cursor ?? undefined,
    }),
    placeholderData: (before) => before,
  });
  const reports = list.data?.pages.flatMap(({ data }) => data);
  const hasBuiltIn = listsBuiltIn(search);
  const reason = createDisabledReason(project);

  return (
    <Page
      title="Reports"
      description="Charts and tables from SQL that you look at again and again, side by side."
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={() => setCreating(true)}>
          New report
        </GuardedButton>
      }
    >
      <ReportFilters search={search} onSearch={onSearch} onShowDeleted={onShowDeleted} />
      {list.isError && reports === undefined ? (
        <ErrorState
          error={list.error}
          title={
            toApiError(list.error).status === 403
              ? 'You cannot see the reports of this project'
              : 'The reports could not be loaded'
          }
          onRetry={() => void list.refetch()}
        />
      ) : reports === undefined ? (
        <Skeleton height={170} radius={10} />
      ) : (
        <>
          {(hasBuiltIn || reports.length > 0) && (
            <ReportList
              projectRef={projectRef}
              reports={reports}
              hasBuiltIn={hasBuiltIn}
              createDisabledReason={reason}
              onAsk={setAsked}
              onDuplicate={(id) => void actions.duplicate.run({ id })}
              onFavorite={(id, favorite) => void actions.change.run({ ref: projectRef, id, favorite })}
            />
          )}
          {reports.length === 0 && (
            <NoReports
              search={search}
              reason={reason}
              onCreate={() => setCreating(true)}
              onSearch={onSearch}
            />
          )}
          {list.hasNextPage && (
            <div>
              <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Load more
              </Button>
            </div>
          )}
        </>
      )}
      <ReportDialogs projectRef={projectRef} asked={asked} actions={actions} onClose={() => setAsked(null)} />
      {isCreating && <CreateReport projectRef={projectRef} onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** Makes an empty report and opens it. */
function CreateReport({ projectRef, onClose }: { projectRef: string; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useAction({
    mutation: orpc.content.save.mutationOptions(),
    onDone: async ({ id }) => {
      await refreshReports(queries);
      await navigate({ to: '/project/$ref/reports/$id', params: { ref: projectRef, id } });
    },
  });
  return (
    <NameDialog
      title="New report"
      name=""
      description=""
      submitLabel="Create report"
      isRunning={create.isRunning}
      error={create.error && fieldSentence(create.error)}
      onSubmit={(name, description) =>
        void create.run({
          params: { ref: projectRef },
          body: { type: 'report', name, description, content: EMPTY_REPORT },
        })
      }
      onClose={onClose}
    />
  );
}
