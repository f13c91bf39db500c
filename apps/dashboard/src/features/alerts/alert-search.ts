import { useNavigate, useSearch } from '@tanstack/react-router';
import { presentParams } from '../../lib/pages/search-params.ts';

/** What the address of the page holds. */
export interface AlertSearch {
  /** `history`: what has fired, instead of the rules. */
  kind?: string | undefined;
  /** The id of the rule whose details are shown. */
  open?: string | undefined;
  /** `new`: the form of a new rule. `edit`: that of the open one. */
  act?: string | undefined;
  /** Of the history: one rule. */
  rule?: string | undefined;
}

/** What the address holds, and how to change a part of it. */
export function useAlertSearch(): [AlertSearch, (change: AlertSearch) => void] {
  const search = useSearch({ strict: false }) as AlertSearch;
  const navigate = useNavigate();
  return [
    search,
    (next) =>
      void navigate({
        to: '.',
        search: (before: AlertSearch) => presentParams({ ...before, ...next }),
        replace: 'rule' in next,
      }),
  ];
}
