import type { Project, ProjectStatus } from '@basalt/contract';
import type { PageDeclaration } from '../../lib/pages/page-declaration.ts';

/** What fills the content area of a project page. `content` is the page itself. */
export type LifecyclePage =
  | 'restarting'
  | 'resizing'
  | 'upgrading'
  | 'pausing'
  | 'pause-failed'
  | 'connecting'
  | 'restoring'
  | 'restore-failed'
  | 'setting-up'
  | 'paused'
  | 'init-failed'
  | 'removed'
  | 'content';

/** What the declaration of a page says about the states of a project in which the page works. */
export type PageRules = Pick<PageDeclaration, 'worksWithoutApi' | 'worksWhilePaused' | 'worksWhileUpgrading'>;

interface PageQuestion {
  status: ProjectStatus;
  postgrestStatus: Project['postgrestStatus'];
  page: PageRules;
}

function needsApi(status: ProjectStatus, { worksWithoutApi }: PageRules): boolean {
  // An unhealthy project is not about to answer.
  if (worksWithoutApi === 'when unhealthy') return status !== 'ACTIVE_UNHEALTHY';
  return worksWithoutApi !== true;
}

/**
 * Which page stands in for the wanted one while the project changes its state. Order matters: the first rule that
 * holds wins. States in which no database exists or runs on purpose are decided first, because an API that is
 * offline says nothing about them.
 */
export function choosePage({ status, postgrestStatus, page }: PageQuestion): LifecyclePage {
  if (status === 'INACTIVE') return page.worksWhilePaused ? 'content' : 'paused';
  if (status === 'REMOVED') return 'removed';
  if (status === 'INIT_FAILED') return 'init-failed';

  if (status === 'RESTARTING') return 'restarting';
  if (status === 'RESIZING') return 'resizing';
  if (status === 'UPGRADING' && !page.worksWhileUpgrading) return 'upgrading';
  if (status === 'PAUSING' || status === 'GOING_DOWN') return 'pausing';
  if (status === 'PAUSE_FAILED') return 'pause-failed';
  if (postgrestStatus === 'OFFLINE' && needsApi(status, page)) return 'connecting';
  if (status === 'RESTORING') return 'restoring';
  if (status === 'RESTORE_FAILED') return 'restore-failed';
  if (status === 'COMING_UP' || status === 'UNKNOWN') return 'setting-up';
  return 'content';
}

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
