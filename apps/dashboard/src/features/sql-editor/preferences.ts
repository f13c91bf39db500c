import { DEFAULT_ROW_LIMIT, ROW_LIMITS } from '@basalt/contract';
import type { Persisted } from '../../lib/persisted.ts';

export type RowLimit = (typeof ROW_LIMITS)[number];

const isBoolean = (stored: unknown) => (typeof stored === 'boolean' ? stored : null);

/** The row limit of this project's editor; -1 is none. */
export const rowLimitPreference: Persisted<RowLimit> = {
  topic: 'sql-editor-row-limit',
  fallback: DEFAULT_ROW_LIMIT,
  parse: (stored) => ROW_LIMITS.find((limit) => limit === stored) ?? null,
};

/** Whether runs of this project's editor may write. */
export const readOnlyPreference: Persisted<boolean> = {
  topic: 'sql-editor-read-only',
  fallback: false,
  parse: isBoolean,
};

/** Share of the height that the editor takes; the results take the rest. */
export const splitPreference: Persisted<number> = {
  topic: 'sql-editor-split',
  fallback: 0.45,
  parse: (stored) => (typeof stored === 'number' && stored > 0 && stored < 1 ? stored : null),
};

/** Whether the list beside the editor is there, where there is room for it. */
export const navigationShownPreference: Persisted<boolean> = {
  topic: 'sql-editor-navigation',
  fallback: true,
  parse: isBoolean,
  survivesSignOut: true,
};

/** Its width in pixels. */
export const navigationWidthPreference: Persisted<number> = {
  topic: 'sql-editor-navigation-width',
  fallback: 248,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
  survivesSignOut: true,
};
