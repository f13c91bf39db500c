import type { ChartConfig } from '@basalt/contract';
import { parseParameters } from '@basalt/sql';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { AddToReport } from '../report/add-to-report.tsx';
import type { Run } from '../run/run-machine.ts';
import { shownResult } from '../run/run-output.ts';
import { CardBody } from './card-body.tsx';
import { CardHeader } from './card-header.tsx';
import type { CardState } from './card-state.ts';
import { keptResult, rowsByName } from './kept-result.ts';
import classes from './query-card.module.css';
import { useCardRun } from './use-card-run.ts';

export interface QueryCardProps {
  projectRef: string;
  /** Names the card among others; another id is another card. */
  id: string;
  title: string;
  sql: string;
  chart: ChartConfig;
  /** Without it the chart cannot be changed. */
  onChartChange?: ((chart: ChartConfig) => void) | undefined;
  /** Values of the query's parameters, by name; those not given take their default. */
  parameters: Readonly<Record<string, string>>;
  /** Without it the card keeps changed values for itself. */
  onParametersChange?: ((parameters: Record<string, string>) => void) | undefined;
  runOnLoad: boolean;
  /** Another number runs again. */
  refreshKey: number;
  /** Offers to run what writes, after a warning. */
  showRunButton: boolean;
  /**
   * Told with each run, whatever started it: true when it is on its way and false when it is over. A query that cannot
   * be sent is over at once.
   */
  onBusyChange?: ((isBusy: boolean) => void) | undefined;
  /** Takes the height it is given; else results are at most 250 px high. */
  fill?: boolean;
  /** In the header, behind the card's own buttons. */
  actions?: ReactNode;
  defaultShowSql?: boolean;
  /** It is known to write: Run asks at once, and nothing is tried before. */
  asksFirst?: boolean;
  /** Rows of an earlier run, by name; they are shown until it runs again. */
  kept?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Told the rows of every run that has ended. */
  onRows?: ((rows: Record<string, string | null>[]) => void) | undefined;
  /** Offers to put the result on the report that is on the screen. */
  addsToReport?: boolean;
}

/** A query with what it answers, as a table or as bars. It reads; writing needs a press of Run and a yes. */
export function QueryCard(props: QueryCardProps) {
  // Another text is another query: nothing that the one before answered may stand under it.
  return <Card key={`${props.projectRef} ${props.id} ${props.sql}`} {...props} />;
}

function Card(props: QueryCardProps) {
  const { projectRef, title, sql, chart, onChartChange, parameters, onParametersChange } = props;
  const [isSqlShown, setSqlShown] = useState(props.defaultShowSql ?? false);
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const values = onParametersChange === undefined ? { ...parameters, ...changed } : parameters;
  const parsed = useMemo(() => parseParameters(sql), [sql]);
  const query = useCardRun({ ...props, values });
  const { card } = query;
  const results = useLastResults(card, JSON.stringify(values));
  const kept = useMemo(() => keptResult(props.kept), [props.kept]);
  const fresh = results === null ? null : shownResult(results.output.results, results.pick);
  const shown = card.phase === 'idle' ? (fresh ?? kept) : fresh;
  const ended = card.phase === 'results' ? card.run : null;
  const tellRows = useEffectEvent((run: Run) => {
    const told = shownResult(run.output.results, null);
    if (told !== null && told.fields !== null) props.onRows?.(rowsByName(told));
  });
  useEffect(() => {
    if (ended !== null) tellRows(ended);
  }, [ended]);

  return (
    <section className={classes.card} aria-label={title} data-fill={props.fill || undefined}>
      <CardHeader
        projectRef={projectRef}
        title={title}
        sql={sql}
        card={card}
        shown={shown}
        run={results}
        isSqlShown={isSqlShown}
        onShowSql={setSqlShown}
        parameters={parsed}
        values={values}
        onValues={onParametersChange ?? setChanged}
        chart={chart}
        onChart={onChartChange}
        showRunButton={props.showRunButton}
        mayWrite={query.mayWrite}
        onRun={query.run}
        onAsk={query.ask}
        onCancel={query.cancel}
        actions={
          <>
            {props.addsToReport === true && shown !== null && (
              <AddToReport name={title} sql={() => sql} shown={shown} chart={chart} />
            )}
            {props.actions}
          </>
        }
      />
      {isSqlShown && (
        <section className={classes.sql} aria-label={`SQL of ${title}`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long query must be scrollable from the keyboard */}
          <pre tabIndex={0}>{sql}</pre>
        </section>
      )}
      <CardBody
        projectRef={projectRef}
        title={title}
        card={card}
        problem={query.problem}
        run={results}
        shown={shown}
        chart={chart}
        onChart={onChartChange}
        isAsking={query.isAsking}
        sql={sql}
        canConfirm={props.showRunButton && query.mayWrite}
        onConfirm={query.confirm}
        onDismiss={query.dismiss}
        isFilling={props.fill ?? false}
      />
    </section>
  );
}

/**
 * The run whose results the card shows: the one that has ended, or that is streaming rows, else, while the same query
 * with the same values runs again, the one before. Null while there is none.
 */
function useLastResults(card: CardState, valuesKey: string): Run | null {
  const last = useRef<{ run: Run; valuesKey: string }>(null);
  if (card.phase === 'results') last.current = { run: card.run, valuesKey };
  else if (card.phase !== 'loading') last.current = null;
  if (card.phase === 'results') return card.run;
  if (card.phase !== 'loading') return null;
  if (card.run.output.results.some(({ fields }) => fields !== null)) return card.run;
  return last.current?.valuesKey === valuesKey ? last.current.run : null;
}
