import type { PostgresMajor } from '@basalt/clusters';
import {
  POSTGRES_ENGINES,
  type PostgresEngine,
  UPGRADE_ERRORS,
  UPGRADE_PROGRESS,
  type UpgradeProgress,
} from '@basalt/contract';

/** The versions that a project can go to, oldest first. There is no way back but the kept database. */
export function upgradeTargets(current: PostgresEngine): PostgresEngine[] {
  return POSTGRES_ENGINES.filter((engine) => Number(engine) > Number(current));
}

/** What a copy of the data needs on the disk beside the old one: the data, its indexes built anew, and some air. */
export function neededBytes(dataBytes: number): number {
  return Math.ceil(dataBytes * 1.2) + 256 * 1024 * 1024;
}

/** How long a project of this size is away, about: some seconds for the servers, and the copy. */
export function estimatedSeconds(dataBytes: number): number {
  const COPIED_PER_SECOND = 60 * 1024 * 1024;
  return Math.ceil(5 + dataBytes / COPIED_PER_SECOND);
}

/** How far an upgrade is, as the management API says it: the step at work counts. `steps` are the operation's, in order. */
export function upgradeProgress(
  steps: readonly { state: string }[],
  operationState: 'running' | 'done' | 'failed',
  isBackedUp: boolean,
): UpgradeProgress {
  if (operationState === 'done')
    return isBackedUp ? '10_completed_post_physical_backup' : '9_completed_upgrade';
  const reached = steps.filter(({ state }) => state === 'running' || state === 'done' || state === 'failed');
  return UPGRADE_PROGRESS[Math.min(reached.length, steps.length)] ?? '0_requested';
}

/** The management API's name for the step that failed; undefined when none has. */
export function upgradeError(steps: readonly { state: string }[]) {
  const failed = steps.findIndex(({ state }) => state === 'failed');
  return failed === -1 ? undefined : UPGRADE_ERRORS[Math.min(failed, UPGRADE_ERRORS.length - 1)];
}

/** What an upgrade was asked for. */
export interface UpgradeInput extends Record<string, unknown> {
  from: PostgresEngine;
  to: PostgresEngine;
}

/** Reads back what {@link UpgradeInput} was written down. */
export function readUpgradeInput(input: Record<string, unknown>): UpgradeInput {
  return input as UpgradeInput;
}

export function majorOf(engine: PostgresEngine): PostgresMajor {
  return Number(engine) as PostgresMajor;
}
