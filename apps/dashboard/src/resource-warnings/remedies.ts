import type { ProblemKind } from './health.ts';

/** Where a problem is mended. */
export type Remedy =
  | { page: 'infrastructure'; hash?: 'cpu' | 'ram' | 'disk_io' }
  | {
      page:
        | 'database'
        | 'smtp'
        | 'running-queries'
        | 'billing'
        | 'general'
        | 'compute-and-disk'
        | 'backups'
        | 'home';
    };

/** Where to go to mend what is wrong. A bigger size is not to be had on the free plan: what leads there is its plan. */
export function remedyOf(kind: ProblemKind | 'state', plan: string): Remedy {
  switch (kind) {
    case 'state':
      return { page: 'home' };
    case 'not_answering':
      return { page: 'general' };
    case 'temporary_files':
      return { page: 'compute-and-disk' };
    case 'backup_problem':
      return { page: 'backups' };
    case 'disk_space_exhaustion':
    case 'is_readonly_mode_enabled':
      return { page: 'database' };
    case 'connection_exhaustion':
      return { page: 'running-queries' };
    // The button speaks of a mail server of one's own.
    case 'auth_rate_limit_exhaustion':
      return { page: 'smtp' };
    case 'multiple_resource_warnings':
      return { page: 'infrastructure' };
    case 'cpu_exhaustion':
      return plan === 'free' ? { page: 'billing' } : { page: 'infrastructure', hash: 'cpu' };
    case 'memory_and_swap_exhaustion':
      return plan === 'free' ? { page: 'billing' } : { page: 'infrastructure', hash: 'ram' };
    case 'disk_io_exhaustion':
      return plan === 'free' ? { page: 'billing' } : { page: 'infrastructure', hash: 'disk_io' };
  }
}

/** What the link to the remedy says. */
export const REMEDY_LABELS: Record<ProblemKind | 'state', string> = {
  state: 'Open project',
  not_answering: 'Restart',
  temporary_files: 'Check disk',
  backup_problem: 'Check backups',
  is_readonly_mode_enabled: 'Database settings',
  disk_space_exhaustion: 'Check',
  disk_io_exhaustion: 'Check usage',
  cpu_exhaustion: 'Check usage',
  memory_and_swap_exhaustion: 'Check usage',
  auth_rate_limit_exhaustion: 'Set up SMTP',
  connection_exhaustion: 'Running queries',
  multiple_resource_warnings: 'Check usage',
};

/** The part of the documents that explains a problem. Null: it has none of its own. */
export function documentOf(kind: ProblemKind | 'state'): { name: string; hash: string } | null {
  switch (kind) {
    case 'state':
    case 'not_answering':
    case 'multiple_resource_warnings':
      return null;
    case 'is_readonly_mode_enabled':
      return { name: 'compute-and-disk', hash: 'read-only-mode' };
    case 'disk_space_exhaustion':
      return { name: 'compute-and-disk', hash: 'disk' };
    case 'connection_exhaustion':
      return { name: 'compute-and-disk', hash: 'connections' };
    case 'auth_rate_limit_exhaustion':
      return { name: 'project-api', hash: 'authentication-authv1' };
    case 'temporary_files':
      return { name: 'compute-and-disk', hash: 'temporary-files' };
    case 'backup_problem':
      return { name: 'backups', hash: 'what-is-kept' };
    default:
      return { name: 'compute-and-disk', hash: 'what-is-measured-and-when-it-warns' };
  }
}
