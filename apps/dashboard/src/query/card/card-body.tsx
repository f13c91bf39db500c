import type { ChartConfig } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { ElapsedTime } from '../results/elapsed-time.tsx';
import { failureText } from '../run/run-failure.ts';
import type { Run } from '../run/run-machine.ts';
import type { ResultSet } from '../run/run-output.ts';
import { CardResults } from './card-results.tsx';
import type { CardState } from './card-state.ts';
import classes from './query-card.module.css';
import { WriteWarning } from './write-warning.tsx';

interface CardBodyProps {
  projectRef: string;
  title: string;
  card: CardState;
  /** Why nothing could be sent. */
  problem: string | null;
  run: Run | null;
  shown: ResultSet | null;
  chart: ChartConfig;
  onChart: ((chart: ChartConfig) => void) | undefined;
  canConfirm: boolean;
  /** Run was pressed on a query that is known to write. */
  isAsking: boolean;
  sql: string;
  onConfirm: () => void;
  onDismiss: () => void;
  isFilling: boolean;
}

/** What a card's query answered, or why it did not. */
export function CardBody(props: CardBodyProps) {
  const { card, problem, run, shown } = props;
  if (problem !== null)
    return (
      <p className={classes.failure} role="alert">
        {problem}
      </p>
    );
  const warning = (sql: string, isAsking: boolean, refusal: string) => (
    <WriteWarning
      projectRef={props.projectRef}
      isAsking={isAsking}
      canConfirm={props.canConfirm}
      sql={sql}
      refusal={refusal}
      onConfirm={props.onConfirm}
      onDismiss={props.onDismiss}
    />
  );
  if (props.isAsking) return warning(props.sql, true, '');
  if (card.phase === 'idle' && shown === null)
    return <p className={classes.quiet}>Run the query to see its results.</p>;
  if (card.phase === 'error') {
    const [first = '', ...rest] = errorLines(card);
    return (
      <div className={classes.failure} role="alert">
        <p>{first}</p>
        {rest.length > 0 && <pre className={classes.detail}>{rest.join('\n')}</pre>}
      </div>
    );
  }
  if (card.phase === 'write-blocked') return warning(card.run.request.sql, card.isAsking, card.refusal);
  const isLoading = card.phase === 'loading';
  return (
    <div className={classes.body} aria-busy={isLoading}>
      {isLoading && (
        <p className={classes.running}>
          Running <ElapsedTime since={card.run.startedAt} />{' '}
          <Link
            to="/project/$ref/sql"
            params={{ ref: props.projectRef }}
            search={{ viewOngoingQueries: true }}
            title="See what the database is running now"
          >
            View running queries
          </Link>
        </p>
      )}
      {shown !== null ? (
        <CardResults
          runId={run?.id ?? 0}
          title={props.title}
          shown={shown}
          chart={props.chart}
          onChart={props.onChart}
          isFilling={props.isFilling}
          isOld={isLoading && run?.id !== card.run.id}
        />
      ) : isLoading ? (
        <div className={classes.waiting}>
          <Skeleton height={14} lines={3} />
        </div>
      ) : (
        <p className={classes.quiet}>No results returned from query</p>
      )}
    </div>
  );
}

function errorLines({ failure, run }: Extract<CardState, { phase: 'error' }>): readonly string[] {
  const { title, lines } = failureText(failure, run.request);
  return failure.kind === 'sql'
    ? [title, ...lines]
    : lines.map((line, i) => (i === 0 ? `ERROR: ${line}` : line));
}
