import type { BackupOverview, Operation, Project } from '@basalt/contract';
import type { RestoreTarget, RestoreWay } from './restore-machine.ts';

/** What both pages about backups work with. */
export interface BackupsShown {
  project: Project;
  overview: BackupOverview;
  zone: string;
  onZone: (zone: string) => void;
  running: Operation | null;
  /** What was picked in the timeline last; the moment is in milliseconds since 1970. */
  picked: { at: number; backupId: number | null } | null;
  onPick: (at: number, backupId: number | null) => void;
  onRestore: (way: RestoreWay, target: RestoreTarget) => void;
}
