import { useNavigate, useSearch } from '@tanstack/react-router';

/** Whether the address asks for the running queries, and how it is made to. */
export function useRunningQueriesParam(): { isOpen: boolean; open: () => void; close: () => void } {
  const navigate = useNavigate();
  const isOpen = useSearch({
    strict: false,
    select: (search) => 'viewOngoingQueries' in search && search.viewOngoingQueries === true,
  });
  const go = (viewOngoingQueries: true | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, viewOngoingQueries }) as never,
      replace: viewOngoingQueries === undefined,
    });
  return { isOpen, open: () => go(true), close: () => go(undefined) };
}
