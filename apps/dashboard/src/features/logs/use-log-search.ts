import type { REQUEST_SERVICES } from '@basalt/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { LogSearch } from './log-question.ts';

/** The one service that a page is about; null: all of them. */
export const OneService = createContext<(typeof REQUEST_SERVICES)[number] | null>(null);

/** What the address asks the log for, and the way to ask for something else. Empty texts take a part away. */
export function useLogSearch(): {
  search: LogSearch;
  ask: (changes: Partial<Record<keyof LogSearch, string | boolean>>) => void;
} {
  const service = useContext(OneService);
  const search = useSearch({ strict: false }) as LogSearch;
  const navigate = useNavigate();
  return {
    search: service === null ? search : { ...search, service },
    ask: (changes) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '' && value !== false),
          ),
        replace: true,
      }),
  };
}
