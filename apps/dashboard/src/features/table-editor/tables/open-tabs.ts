import type { ListedTable } from '@basalt/contract';
import type { Persisted } from '../../../lib/persisted.ts';

/** A table that is open in a tab. */
export interface OpenTab {
  id: string;
  schema: string;
  name: string;
  kind: ListedTable['kind'];
}

const KINDS: readonly ListedTable['kind'][] = [
  'table',
  'partitioned table',
  'foreign table',
  'view',
  'materialized view',
];
/** More are hard to find again: the one that was opened first gives way. */
const MOST = 30;

export const openTabs: Persisted<readonly OpenTab[]> = {
  topic: 'table-editor-tabs',
  fallback: [],
  parse: (stored) => (Array.isArray(stored) ? stored.flatMap((tab) => parseTab(tab) ?? []) : null),
};

export const lastSchema: Persisted<string> = {
  topic: 'table-editor-schema',
  fallback: 'public',
  parse: (stored) => (typeof stored === 'string' && stored !== '' ? stored : null),
};

/** The tabs with this one, where it stood, or last. A table that was renamed changes its name there. */
export function withTab(tabs: readonly OpenTab[], tab: OpenTab): readonly OpenTab[] {
  const at = tabs.findIndex(({ id }) => id === tab.id);
  if (at < 0) return [...tabs, tab].slice(-MOST);
  const { schema, name, kind } = tab;
  const before = tabs[at];
  if (before?.schema === schema && before.name === name && before.kind === kind) return tabs;
  return tabs.with(at, tab);
}

/** The tabs without one, and the tab to show when that was the shown one: its right neighbour, else the left one. */
export function withoutTab(
  tabs: readonly OpenTab[],
  id: string,
): { tabs: readonly OpenTab[]; next: OpenTab | null } {
  const at = tabs.findIndex((tab) => tab.id === id);
  if (at < 0) return { tabs, next: null };
  return { tabs: tabs.toSpliced(at, 1), next: tabs[at + 1] ?? tabs[at - 1] ?? null };
}

function parseTab(stored: unknown): OpenTab | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, schema, name, kind } = stored as Record<string, unknown>;
  const known = KINDS.find((one) => one === kind);
  if (typeof id !== 'string' || !/^\d{1,10}$/.test(id) || known === undefined) return null;
  return typeof schema === 'string' && typeof name === 'string' ? { id, schema, name, kind: known } : null;
}
