import type {
  AiOptInLevel,
  DisplayEdgeFunctionInput,
  DisplayQueryInput,
  ExecuteSqlOutput,
} from '@basalt/contract';
import { DEFAULT_CHART } from '@basalt/contract';
import type { DynamicToolUIPart, ToolUIPart } from 'ai';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import cards from '../cards/cards.module.css';
import { chartOf } from '../cards/sql-block.ts';
import { useAnswerContext } from './answer-context.ts';
import { grantText, toolText } from './tool-text.ts';

const AnswerQuery = lazy(async () => ({ default: (await import('../cards/answer-query.tsx')).AnswerQuery }));
const FunctionCard = lazy(async () => ({
  default: (await import('../cards/function-card.tsx')).FunctionCard,
}));

type Part = ToolUIPart | DynamicToolUIPart;

interface ToolPartProps {
  part: Part;
  name: string;
  isWritten: boolean;
}

/** What a tool of an answer shows: a query, a function, or a line about what was read. */
export function ToolPart({ part, name, isWritten }: ToolPartProps) {
  const { projectRef, results, onRows } = useAnswerContext();
  const isReady = part.state === 'input-available' || part.state === 'output-available';
  if (name === 'display_query' && part.state !== 'output-error') {
    const { label, sql, view, xAxis, yAxis } = (part.input ?? {}) as Partial<DisplayQueryInput>;
    if (!isReady || typeof sql !== 'string')
      return <Writing title={label} text={sql} isWritten={isWritten} />;
    return (
      <Suspense fallback={<Skeleton height={96} />}>
        <AnswerQuery
          projectRef={projectRef}
          id={part.toolCallId}
          title={label || 'SQL query'}
          sql={sql}
          chart={chartOf({ view, xAxis, yAxis })}
          kept={results?.[part.toolCallId]}
          isWhole={isWritten}
          onRows={(rows) => onRows(part.toolCallId, rows)}
        />
      </Suspense>
    );
  }
  if (name === 'display_edge_function' && part.state !== 'output-error') {
    const input = (part.input ?? {}) as Partial<DisplayEdgeFunctionInput>;
    if (!isReady || typeof input.code !== 'string' || typeof input.name !== 'string')
      return <Writing title={input.title} text={input.code} isWritten={isWritten} />;
    return (
      <Suspense fallback={<Skeleton height={96} />}>
        <FunctionCard
          projectRef={projectRef}
          name={input.name}
          title={input.title || input.name}
          code={input.code}
        />
      </Suspense>
    );
  }
  if (name === 'execute_sql' && part.state === 'output-available' && isRead(part.output)) {
    const { sql = '', query = '' } = (part.input ?? {}) as { sql?: string; query?: string };
    return (
      <>
        <ToolLine part={part} name={name} isWritten={isWritten} />
        <Suspense fallback={<Skeleton height={96} />}>
          <AnswerQuery
            projectRef={projectRef}
            id={part.toolCallId}
            title={`Read ${part.output.rowCount.toLocaleString('en-US')} rows`}
            sql={sql || query}
            chart={DEFAULT_CHART}
            kept={part.output.rows}
            isWhole={isWritten}
            onRows={() => {}}
          />
        </Suspense>
      </>
    );
  }
  return <ToolLine part={part} name={name} isWritten={isWritten} />;
}

function isRead(output: unknown): output is ExecuteSqlOutput {
  return Array.isArray((output as ExecuteSqlOutput | null)?.rows);
}

/** A card while its text comes. */
function Writing({
  title,
  text,
  isWritten,
}: {
  title: string | undefined;
  text: string | undefined;
  isWritten: boolean;
}) {
  return (
    <section className={cards.card} aria-label={title ?? 'Being written'} aria-busy={!isWritten}>
      <header className={cards.header}>
        <h2 className={cards.title}>{title ?? 'Writing …'}</h2>
      </header>
      {text !== undefined && text !== '' && <pre className={cards.writing}>{text}</pre>}
    </section>
  );
}

function ToolLine({ part, name, isWritten }: ToolPartProps) {
  const isFailed = part.state === 'output-error';
  const isUnderWay = !isFailed && part.state !== 'output-available';
  const grant = (part.state === 'output-available' ? part.output : null) as { grant?: AiOptInLevel } | null;
  return (
    <p className={cards.tool} data-failed={isFailed || undefined}>
      <span>{toolText(name, isFailed ? 'failed' : isUnderWay && !isWritten ? 'running' : 'done')}</span>
      {isFailed && <span>{part.errorText}</span>}
      {typeof grant?.grant === 'string' && <span className={cards.grant}>{grantText(grant.grant)}</span>}
    </p>
  );
}
