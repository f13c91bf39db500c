import type { ReportCard } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../../api/api-error.ts';
import { orpc } from '../../../api/client.ts';

/** The query of a card: null while it is on its way, or why it cannot be had. */
export interface CardSql {
  sql: string | null;
  problem: string | null;
  /** Null where asking again would not help. */
  retry: (() => void) | null;
}

/** The SQL of a card, from the card itself or from the snippet it shows. */
export function useCardSql(projectRef: string, source: ReportCard['source'], isWanted: boolean): CardSql {
  const id = source.kind === 'snippet' ? source.id : '';
  const snippet = useQuery(
    orpc.content.item.queryOptions({ input: { ref: projectRef, id }, enabled: id !== '' && isWanted }),
  );
  if (source.kind === 'sql') return { sql: source.sql, problem: null, retry: null };
  if (snippet.data?.type === 'sql') return { sql: snippet.data.content.sql, problem: null, retry: null };
  if (!snippet.isError) return { sql: null, problem: null, retry: null };
  const { status, message } = toApiError(snippet.error);
  return status === 404
    ? {
        sql: null,
        problem: 'The snippet of this card was deleted, or it is private to somebody else.',
        retry: null,
      }
    : { sql: null, problem: message, retry: () => void snippet.refetch() };
}
