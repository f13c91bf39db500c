import type { ReportCard } from '@basalt/contract';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { ownValues, usesRange, withRange } from '../content/date-range.ts';
import { withChanges } from '../content/report-content.ts';
import grid from './card-grid.module.css';
import { CardShell } from './card-shell.tsx';
import type { ReportView } from './card-view.ts';
import { useCardSql } from './use-card-sql.ts';

const QueryCard = lazy(() =>
  import('../../../query/card/query-card.tsx').then((module) => ({ default: module.QueryCard })),
);

interface ReportCardViewProps extends Pick<ReportView, 'projectRef' | 'edit' | 'range' | 'turns'> {
  card: ReportCard;
  slot: RefObject<HTMLElement | null>;
  actions?: ReactNode;
}

/** One card of a report. It runs when it comes near and its turn has come; until then it holds its place. */
export function ReportCardView(props: ReportCardViewProps) {
  return (
    <div className={grid.body}>
      <CardContent {...props} />
    </div>
  );
}

function CardContent({ projectRef, card, edit, range, turns, slot, actions }: ReportCardViewProps) {
  const { id, name, chart, parameters, source } = card;
  const run = turns.runOf(id);
  const isNear = useNear(slot);
  const { sql, problem, retry } = useCardSql(projectRef, source, isNear || run > 0);
  const isReady = sql !== null && sql.trim() !== '';
  const { near, finished } = turns;
  // New dates take effect with the card's turn: otherwise all cards would run at once.
  const [ran, setRan] = useState({ run, range });
  if (ran.run !== run) setRan({ run, range });

  useEffect(() => {
    if (isNear && isReady) near(id);
  }, [isNear, isReady, near, id]);
  const onBusyChange = useRunEnd(run, isReady || (sql === null && problem === null), () => finished(id));

  if (problem !== null) {
    return <CardShell title={name} actions={actions} text={problem} onRetry={retry} />;
  }
  if (sql !== null && !isReady) {
    return <CardShell title={name} actions={actions} text="This card has no query yet." />;
  }
  const waiting = <CardShell title={name} actions={actions} />;
  if (sql === null || run === 0) return waiting;
  const dates = usesRange(sql) ? ran.range : {};
  return (
    <Suspense fallback={waiting}>
      <QueryCard
        projectRef={projectRef}
        id={id}
        title={name}
        sql={sql}
        chart={chart}
        onChartChange={(next) => edit((content) => withChanges(content, id, { chart: next }))}
        parameters={withRange(parameters, dates)}
        onParametersChange={(next) =>
          edit((content) => withChanges(content, id, { parameters: ownValues(next, dates) }))
        }
        runOnLoad
        refreshKey={run}
        showRunButton={false}
        onBusyChange={onBusyChange}
        fill
        actions={actions}
      />
    </Suspense>
  );
}

/** How far outside of the window something counts as near, in CSS pixels. */
const MARGIN = '240px';

/** Whether an element has been in or near the visible part of the page. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const options = { rootMargin: MARGIN, scrollMargin: MARGIN };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    }, options);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

/**
 * Tells when a card's turn is over. The answer is to be called whenever the card begins or ends to be busy. A card that
 * cannot run is done at once, so that nobody waits for it.
 */
function useRunEnd(run: number, canRun: boolean, onEnd: () => void): (isBusy: boolean) => void {
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (run > 0 && !canRun) tell();
  }, [run, canRun]);
  return (isBusy) => {
    if (!isBusy) onEnd();
  };
}
