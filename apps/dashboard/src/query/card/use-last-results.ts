import { useRef } from 'react';
import type { Run } from '../run-machine.ts';
import type { CardState } from './card-state.ts';

/**
 * The run whose results the card shows: the one that has ended, or that is streaming rows, else, while the same query
 * with the same values runs again, the one before. Null while there is none.
 */
export function useLastResults(card: CardState, valuesKey: string): Run | null {
  const last = useRef<{ run: Run; valuesKey: string }>(null);
  if (card.phase === 'results') last.current = { run: card.run, valuesKey };
  else if (card.phase !== 'loading') last.current = null;
  if (card.phase === 'results') return card.run;
  if (card.phase !== 'loading') return null;
  if (card.run.output.results.some(({ fields }) => fields !== null)) return card.run;
  return last.current?.valuesKey === valuesKey ? last.current.run : null;
}
