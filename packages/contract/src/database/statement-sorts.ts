/** What statements can be put in order by. Times are sums of planning and running. */
export const STATEMENT_SORTS = ['total', 'calls', 'mean', 'max', 'cache_hit', 'rows', 'temp', 'wal'] as const;
export type StatementSort = (typeof STATEMENT_SORTS)[number];
