import type { Project, ProjectStatus } from '@basalt/contract';

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

export interface PageQuestion {
  status: ProjectStatus;
  postgrestStatus: Project['postgrestStatus'];
  /** Route id below the project, such as `home`, `sql` or `settings/general`. */
  page: string;
}

const isBackupPage = (page: string) => page.startsWith('database/backups');
const isSettingsPage = (page: string) => page === 'settings' || page.startsWith('settings/');
const isReportsPage = (page: string) => page === 'reports' || page.startsWith('reports/');

/** Pages that say or change something useful while the project's API is down. */
const WORKS_WITHOUT_REST = new Set([
  'settings/general',
  'settings/infrastructure',
  'settings/addons',
  'settings/database',
  // The gateway's own, and most wanted when something does not answer.
  'logs',
]);

function ignoresOfflineRest(status: ProjectStatus, page: string): boolean {
  if (WORKS_WITHOUT_REST.has(page) || isReportsPage(page)) return true;
  // An unhealthy project is not about to answer: home shows what is broken and how to mend it.
  return status === 'ACTIVE_UNHEALTHY' && page === 'home';
}

/** Home and settings show themselves in a paused project. They hold their own place while the project is read, too. */
export function showsItself(page: string): boolean {
  return page === 'home' || isSettingsPage(page);
}

/**
 * Which page stands in for the wanted one while the project changes its state. Order matters: the first rule that
 * holds wins. States in which no database exists or runs on purpose are decided first, because an API that is
 * offline says nothing about them.
 */
export function choosePage({ status, postgrestStatus, page }: PageQuestion): LifecyclePage {
  if (status === 'INACTIVE') return showsItself(page) ? 'content' : 'paused';
  if (status === 'REMOVED') return 'removed';
  if (status === 'INIT_FAILED') return 'init-failed';

  if (status === 'RESTARTING') return 'restarting';
  if (status === 'RESIZING') return 'resizing';
  if (status === 'UPGRADING' && !isBackupPage(page)) return 'upgrading';
  if (status === 'PAUSING' || status === 'GOING_DOWN') return 'pausing';
  if (status === 'PAUSE_FAILED') return 'pause-failed';
  if (postgrestStatus === 'OFFLINE' && !ignoresOfflineRest(status, page)) return 'connecting';
  if (status === 'RESTORING') return 'restoring';
  if (status === 'RESTORE_FAILED') return 'restore-failed';
  if (status === 'COMING_UP' || status === 'UNKNOWN') return 'setting-up';
  return 'content';
}
