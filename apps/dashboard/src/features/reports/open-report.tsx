import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { usePageName } from '../../lib/page-name.ts';
import { PageFrame } from '../../ui/pages/page.tsx';
import { type AskedReport, ReportDialogs } from './actions/report-dialogs.tsx';
import { useReportActions } from './actions/use-report-actions.ts';
import grid from './cards/card-grid.module.css';
import { NoCards } from './cards/no-cards.tsx';
import { ReadOnlyGrid } from './cards/read-only-grid.tsx';
import { useCardQueue } from './cards/use-card-queue.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { rangeValues } from './content/date-range.ts';
import { followsRange, lookingBack } from './content/look-back.ts';
import { type Report, useReportSaver } from './content/use-report-saver.ts';
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
      <div className={classes.cards}>
        {can_update ? (
          <Suspense
            fallback={
              <div className={grid.frame}>
                <GridSkeleton sizes={content.cards.map(({ width }) => width)} />
              </div>
            }
          >
            <EditableGrid {...view} isAdding={isAdding} onAdding={setAdding} />
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
