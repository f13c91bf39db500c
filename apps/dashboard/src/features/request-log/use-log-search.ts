import { useNavigate, useSearch } from '@tanstack/react-router';
import type { LogSearch } from './log-question.ts';

/** What the address asks the log for, and the way to ask for something else. Empty texts take a part away. */
export function useLogSearch(): {
  search: LogSearch;
  ask: (changes: Partial<Record<keyof LogSearch, string | boolean>>) => void;
} {
  const search = useSearch({ from: '/signed-in/project/$ref/logs' });
  const navigate = useNavigate({ from: '/project/$ref/logs' });
  return {
    search,
    ask: (changes) =>
      void navigate({
        search: (before) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '' && value !== false),
          ),
        replace: true,
      }),
  };
}
