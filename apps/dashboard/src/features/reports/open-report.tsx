import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { copyName } from '../../lib/format/copy-name.ts';
import { newId } from '../../lib/new-id.ts';
import { usePageName } from '../../lib/pages/page-title.ts';
import { useAction } from '../../lib/use-action.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import { PageFrame } from '../../ui/pages/page.tsx';
import { PrivateSnippetsNotice } from './actions/private-snippets-notice.tsx';
import { type AskedReport, ReportDialogs } from './actions/report-dialogs.tsx';
import { useReportActions } from './actions/use-report-actions.ts';
import grid from './cards/card-grid.module.css';
import { useCardQueue } from './cards/card-queue.ts';
import { NoCards } from './cards/no-cards.tsx';
import { ReadOnlyGrid } from './cards/read-only-grid.tsx';
import { followsRange, lookingBack, rangeValues } from './content/date-range.ts';
import { copied } from './content/report-content.ts';
import { type EditedReport, type Report, useReportSaver } from './content/use-report-saver.ts';
import classes from './open-report.module.css';
import { ReportHeader } from './report-header.tsx';
import { GridSkeleton } from './report-skeleton.tsx';
import { ReportToolbar } from './report-toolbar.tsx';

// Dragging and the panel are for owners only, and come while the report's own data does.
const loadEditableGrid = () => import('./cards/editable-grid.tsx');
const EditableGrid = lazy(() => loadEditableGrid().then((module) => ({ default: module.EditableGrid })));

/** A report with its cards. */
export function OpenReport({ projectRef, report }: { projectRef: string; report: Report }) {
  const { can_update, name } = report;
  usePageName(name);
  const edited = useReportSaver(projectRef, report);
  const { content, edit } = edited;
  const turns = useCardQueue();
  const actions = useReportActions(projectRef);
  const navigate = useNavigate();
  const [asked, setAsked] = useState<AskedReport | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [today] = useState(() => Date.now());
  const range = rangeValues(content.days, today);
  const ids = content.cards.map(({ id }) => id);
  const view = { projectRef, content, edit, range, turns };

  return (
    <PageFrame width="wide">
      <ReportHeader
        projectRef={projectRef}
        report={report}
        edited={edited}
        actions={actions}
        onAsk={setAsked}
      />
      <ReportToolbar
        days={content.days}
        onDays={(days) => {
          edit((before) => lookingBack(before, days));
          turns.refresh(
            content.cards
              .filter(followsRange)
              .map(({ id }) => id)
              .filter(turns.runOf),
          );
        }}
        progress={turns.progress}
        onRefresh={ids.length === 0 ? null : () => turns.refresh(ids)}
        isAdding={isAdding}
        onAdd={can_update ? () => setAdding(!isAdding) : null}
      />
      <ConflictNotice projectRef={projectRef} report={report} edited={edited} />
      {can_update && report.visibility === 'project' && (
        <PrivateSnippetsNotice projectRef={projectRef} content={content} />
      )}
      <div className={classes.cards}>
        {can_update ? (
          <Suspense
            fallback={
              <div className={grid.frame}>
                <GridSkeleton sizes={content.cards.map(({ width }) => width)} />
              </div>
            }
          >
            <EditableGrid {...view} reportName={name} isAdding={isAdding} onAdding={setAdding} />
          </Suspense>
        ) : ids.length === 0 ? (
          <NoCards onAdd={null} />
        ) : (
          <ReadOnlyGrid {...view} />
        )}
      </div>
      <ReportDialogs
        projectRef={projectRef}
        asked={asked}
        actions={actions}
        onClose={() => setAsked(null)}
        onDeleted={() => void navigate({ to: '/project/$ref/reports', params: { ref: projectRef } })}
      />
    </PageFrame>
  );
}

interface ConflictNoticeProps {
  projectRef: string;
  report: Report;
  edited: EditedReport;
}

/** Nothing of either side is overwritten: the person decides which of two reports to go on with. */
function ConflictNotice({ projectRef, report, edited }: ConflictNoticeProps) {
  const { saving, content, takeTheirs } = edited;
  const navigate = useNavigate();
  const copy = useAction({
    mutation: orpc.content.save.mutationOptions(),
    done: ({ name }) => `Saved your changes as ${name}`,
    failed: (message) => `Failed to save the copy: ${message}`,
    onDone: async ({ id }) => {
      takeTheirs();
      await navigate({ to: '/project/$ref/reports/$id', params: { ref: projectRef, id } });
    },
  });
  if (saving.phase !== 'conflict') return null;
  return (
    <div className={classes.room}>
      <Notice
        tone="warn"
        title="This report was changed elsewhere"
        actions={
          <>
            <Button size="xs" onClick={takeTheirs}>
              Load theirs
            </Button>
            <Button
              size="xs"
              variant="filled"
              loading={copy.isRunning}
              onClick={() =>
                void copy.run({
                  params: { ref: projectRef },
                  body: {
                    type: 'report',
                    name: copyName(report.name, 'copy'),
                    description: report.description,
                    content: copied(content, newId),
                  },
                })
              }
            >
              Save mine as a copy
            </Button>
          </>
        }
      >
        {whoChanged(saving.current)} saved another version after you opened it. Your changes are kept in this
        browser and not saved yet.
      </Notice>
    </div>
  );
}

function whoChanged(theirs: Report | null): string {
  return theirs?.updated_by?.email ?? 'Somebody';
}
