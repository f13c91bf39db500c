import type { WarningLevel } from '@basalt/contract';
import type { ProjectRow } from '../kernel/schema.ts';
import { isActive } from './transitions.ts';

/** How close its people are to all of their connections; a project that does not run has none. */
export function connectionsLevelOf({
  status,
  connections_level,
}: Pick<ProjectRow, 'status' | 'connections_level'>): WarningLevel | null {
  return isActive(status) ? connections_level : null;
}

/** How long people are told that sessions were ended: nobody but them can find out why. */
const TELL_MS = 3_600_000;

/** When sessions were ended lately because their temporary files filled the disk, and how much those were. */
export function temporaryFilesEnded(
  {
    temporary_files_ended_at: at,
    temporary_files_ended_bytes: bytes,
  }: Pick<ProjectRow, 'temporary_files_ended_at' | 'temporary_files_ended_bytes'>,
  now = new Date(),
): { at: string; bytes: number } | null {
  if (at === null || now.getTime() - at.getTime() > TELL_MS) return null;
  return { at: at.toISOString(), bytes: bytes ?? 0 };
}
