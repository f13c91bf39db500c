import type { ResourceWarnings } from '@basalt/contract';
import { activeWarning, type ShownWarning } from './active-warnings.ts';

/** What the resource of a kind is called in addresses. Null: several at once. */
const METRICS = {
  is_readonly_mode_enabled: 'read_only',
  disk_io_exhaustion: 'disk_io',
  disk_space_exhaustion: 'disk_space',
  cpu_exhaustion: 'cpu',
  memory_and_swap_exhaustion: 'ram',
  auth_rate_limit_exhaustion: 'auth_email_rate_limit',
  connection_exhaustion: 'connections',
  multiple_resource_warnings: null,
} as const satisfies Record<ShownWarning['kind'], string | null>;

/** The banner to show on a page of a project; null: none. `path` without a trailing slash. */
export function chooseWarning(warnings: ResourceWarnings | undefined, path: string): ShownWarning | null {
  const warning = warnings === undefined ? null : activeWarning(warnings);
  if (warning === null) return null;
  const isReadOnly = warning.kind === 'is_readonly_mode_enabled';
  // Pages that show the same in full.
  if (isReadOnly) return path.endsWith('/settings/database') ? null : warning;
  return path.endsWith('/usage') || path.endsWith('/infrastructure') ? null : warning;
}

/** Where the correction of a warning is made. */
export type Correction =
  | { page: 'infrastructure'; hash?: 'cpu' | 'ram' | 'disk_io' }
  | { page: 'database' }
  | { page: 'smtp' }
  | { page: 'running-queries' }
  | { page: 'billing' };

/** Where to go to correct a warning. A bigger size is not to be had on the free plan: what leads there is its plan. */
export function correctionOf({ kind }: Pick<ShownWarning, 'kind'>, plan: string): Correction {
  const metric = METRICS[kind];
  if (metric === null) return { page: 'infrastructure' };
  if (metric === 'disk_space' || metric === 'read_only') return { page: 'database' };
  if (metric === 'connections') return { page: 'running-queries' };
  // The button speaks of a mail server of one's own.
  if (metric === 'auth_email_rate_limit') return { page: 'smtp' };
  return plan === 'free' ? { page: 'billing' } : { page: 'infrastructure', hash: metric };
}

/** The part of the documents that explains a warning. Null: several at once have no page of their own. */
export function documentOf(kind: ShownWarning['kind']): { name: string; hash: string } | null {
  switch (kind) {
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
    default:
      return { name: 'compute-and-disk', hash: 'what-is-measured-and-when-it-warns' };
  }
}
