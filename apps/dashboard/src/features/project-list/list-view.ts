import type { Persisted } from '../../lib/persisted.ts';

/** How the list of projects is drawn: a table to compare them, or cards. */
export const LIST_VIEW: Persisted<'table' | 'cards'> = {
  topic: 'project-list-view',
  fallback: 'table',
  parse: (stored) => (stored === 'table' || stored === 'cards' ? stored : null),
  survivesSignOut: true,
};
