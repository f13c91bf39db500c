import { DEFAULT_ROW_LIMIT, ROW_LIMITS } from '@basalt/contract';
import type { Persisted } from '../../lib/persisted.ts';

export type RowLimit = (typeof ROW_LIMITS)[number];

/** The row limit of this project's editor; -1 is none. */
export const rowLimitPreference: Persisted<RowLimit> = {
  topic: 'sql-editor-row-limit',
  fallback: DEFAULT_ROW_LIMIT,
  parse: (stored) => ROW_LIMITS.find((limit) => limit === stored) ?? null,
};

/** Share of the height that the editor takes; the results take the rest. */
export const splitPreference: Persisted<number> = {
  topic: 'sql-editor-split',
  fallback: 0.45,
  parse: (stored) => (typeof stored === 'number' && stored > 0 && stored < 1 ? stored : null),
};
