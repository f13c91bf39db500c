import type { BackupOverview, Operation, Project } from '@basalt/contract';
import type { RestoreTarget, RestoreWay } from './restore-machine.ts';

/** A moment, or what was there at it. */
export interface Picked {
  /** Milliseconds since 1970. */
  at: number;
  backupId?: number;
  /** Of the restore point. */
  pointName?: string;
}

/** What both pages about backups work with. */
export interface BackupsShown {
  project: Project;
  overview: BackupOverview;
  zone: string;
  onZone: (zone: string) => void;
  running: Operation | null;
  /** What was picked in the timeline last. */
  picked: Picked | null;
  onPick: (picked: Picked) => void;
  onRestore: (way: RestoreWay, target: RestoreTarget) => void;
}
