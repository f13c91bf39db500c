import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditSearch } from './audit-search.ts';

/** What the address asks the log for, and the way to ask for something else. Empty texts take a part away. */
export function useAuditSearch(): {
  search: AuditSearch;
  ask: (changes: AuditSearch) => void;
  clear: () => void;
} {
  const search = useSearch({ from: '/signed-in/organization-pages/org/$slug/audit' });
  const navigate = useNavigate({ from: '/org/$slug/audit' });
  return {
    search,
    ask: (changes) =>
      void navigate({
        search: (before) =>
          Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== '')),
        replace: true,
      }),
    clear: () => void navigate({ search: {}, replace: true }),
  };
}
