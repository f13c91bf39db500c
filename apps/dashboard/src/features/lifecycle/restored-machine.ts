import type { LifecyclePage } from './choose-page.ts';

/**
 * A restored project does not slip away under the reader: the page says that it is complete until they return.
 *
 *     following ──restoring──▶ restoring ──content──▶ complete ──return──▶ following
 *         ▲                        │ anything else        │ anything else
 *         └────────────────────────┴──────────────────────┘
 */
export type RestoredState = 'following' | 'restoring' | 'complete';

export type RestoredEvent = { type: 'chosen'; page: LifecyclePage } | { type: 'return' };

export function restoredReducer(state: RestoredState, event: RestoredEvent): RestoredState {
  if (event.type === 'return') return state === 'complete' ? 'following' : state;
  if (event.page === 'restoring') return 'restoring';
  if (event.page === 'content') return state === 'following' ? 'following' : 'complete';
  // The API of a project that has just come back may need a moment; the wait is part of the restoration.
  if (event.page === 'connecting' && state === 'restoring') return 'restoring';
  return 'following';
}
