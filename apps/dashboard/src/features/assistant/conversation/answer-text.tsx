import { lazy, memo, Suspense, useMemo } from 'react';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { readSqlBlock } from '../cards/sql-block.ts';
import { useAnswerContext } from './answer-context.ts';
import { readAnswer, readFunctionBlock } from './answer-parts.ts';

const AnswerQuery = lazy(async () => ({ default: (await import('../cards/answer-query.tsx')).AnswerQuery }));
const FunctionCard = lazy(async () => ({
  default: (await import('../cards/function-card.tsx')).FunctionCard,
}));

interface AnswerTextProps {
  /** Names the text among the parts of its message. */
  id: string;
  text: string;
  isWritten: boolean;
}

/** The text of an answer: words, and its queries and functions as cards. */
export const AnswerText = memo(function AnswerText({ id, text, isWritten }: AnswerTextProps) {
  const { projectRef, results, onRows } = useAnswerContext();
  const pieces = useMemo(() => readAnswer(text), [text]);
  return pieces.map((piece, index) => {
    const key = `${index}:${piece.kind}`;
    if (piece.kind === 'words') return <Markdown key={key} tokens={piece.tokens} />;
    if (piece.kind === 'function')
      return (
        <Suspense key={key} fallback={<Skeleton height={96} />}>
          <FunctionCard projectRef={projectRef} {...readFunctionBlock(piece.text)} />
        </Suspense>
      );
    const block = readSqlBlock(piece.text);
    const resultId = `${id}-sql-${piece.place}`;
    return (
      <Suspense key={key} fallback={<Skeleton height={96} />}>
        <AnswerQuery
          projectRef={projectRef}
          id={resultId}
          title={block.title ?? 'SQL query'}
          sql={block.sql}
          chart={block.chart}
          kept={results?.[resultId]}
          isWhole={piece.isWhole && isWritten}
          onRows={(rows) => onRows(resultId, rows)}
        />
      </Suspense>
    );
  });
});
