import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { presentParams } from '../../lib/pages/search-params.ts';

/** What the address of the page holds. */
export interface JobSearch {
  /** Part of a name or command. */
  q?: string | undefined;
  /** `history`: what ran, instead of the jobs. */
  kind?: string | undefined;
  /** The number of the job whose details are shown. */
  open?: string | undefined;
  /** `new`: the form of a new job. `edit`: that of the open one. */
  act?: string | undefined;
  /** Of the history: one job. */
  job?: string | undefined;
  /** Of the history: one state. */
  status?: string | undefined;
}

/** What the address holds, and how to change a part of it. Opening and closing can be gone back from, searching cannot. */
export function useJobSearch(): [JobSearch, (change: JobSearch) => void] {
  const search = useSearch({ strict: false }) as JobSearch;
  const navigate = useNavigate();
  const change = useCallback(
    (next: JobSearch) =>
      void navigate({
        to: '.',
        search: (before: JobSearch) => presentParams({ ...before, ...next }),
        replace: !('open' in next || 'act' in next || 'kind' in next),
      }),
    [navigate],
  );
  return [search, change];
}
