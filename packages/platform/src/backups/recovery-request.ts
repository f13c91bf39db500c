import type { RecoveryTarget } from '@basalt/clusters';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { getGoodBackup } from './store.ts';

/** What somebody wants back: the end of a backup, or a moment. */
export type RecoveryRequest = { backup_id: number } | { at: string };

/** What an operation was asked for, as it was written down. */
export function readRecoveryRequest(input: Record<string, unknown>): RecoveryRequest {
  if (typeof input.backup_id === 'number') return { backup_id: input.backup_id };
  if (typeof input.at === 'string') return { at: input.at };
  throw new Error('The operation does not say what to restore.');
}

export interface ResolvedRecoveryRequest {
  target: RecoveryTarget;
  /** The moment that keys and settings go back to, as ISO 8601. */
  settingsAt: string;
}

/** @throws PlatformError `not_found`, `conflict` when the backup is not there, or not usable, any more */
export async function resolveRecoveryRequest(
  db: Database,
  projectId: number,
  request: RecoveryRequest,
): Promise<ResolvedRecoveryRequest> {
  if ('at' in request) return { target: { kind: 'time', at: new Date(request.at) }, settingsAt: request.at };
  const { stored_as, finished_at } = await getGoodBackup(db, projectId, request.backup_id);
  return { target: { kind: 'backup', id: stored_as }, settingsAt: finished_at.toISOString() };
}

/** One of the two, not both and not none. @throws PlatformError `bad_request` */
export function toRecoveryRequest(id: number | undefined, at: string | undefined): RecoveryRequest {
  if (id !== undefined && at === undefined) return { backup_id: id };
  if (at !== undefined && id === undefined) return { at };
  throw new PlatformError('bad_request', 'Say either which backup to restore (id) or which moment (at).', {
    field: 'id',
  });
}
