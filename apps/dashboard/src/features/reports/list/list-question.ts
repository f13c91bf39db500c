import type { ContentVisibility } from '@basalt/contract';

/** What the address asks the list of reports for. */
export interface ReportSearch {
  q?: string;
  sort?: ReportSort;
  show?: ReportShow;
}

export const REPORT_SORTS = ['updated', 'created', 'name'] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];
export const REPORT_SHOWS = ['favorites', 'shared', 'private'] as const;
export type ReportShow = (typeof REPORT_SHOWS)[number];

const SORT_FIELDS = {
  updated: ['updated_at', 'desc'],
  created: ['inserted_at', 'desc'],
  name: ['name', 'asc'],
} as const;
const VISIBILITIES: Partial<Record<ReportShow, ContentVisibility>> = { shared: 'project', private: 'user' };

/** The same, as the server is asked. */
export function listQuestion({ q = '', sort = 'updated', show }: ReportSearch) {
  const [sort_by, sort_order] = SORT_FIELDS[sort];
  const visibility = show && VISIBILITIES[show];
  return {
    type: 'report' as const,
    sort_by,
    sort_order,
    ...(q.trim() === '' ? {} : { name: q.trim() }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(show === 'favorites' ? { favorite: true } : {}),
  };
}

/** Whether the report that every project has belongs on the list that was asked for. */
export function listsBuiltIn(search: ReportSearch): boolean {
  return search.show === undefined && 'database'.includes((search.q ?? '').trim().toLowerCase());
}
