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

/** The management API's events of an upgrade by a copy, each that of the step at work; and of one in place, which has other steps. */
const EVENTS = {
  copy: UPGRADE_PROGRESS.slice(1, 9),
  inPlace: [
    '1_started',
    '1_started',
    '5_initiated_data_upgrade',
    '6_completed_data_upgrade',
    '7_detached_volume_from_original_instance',
    '8_attached_volume_to_upgraded_instance',
    '8_attached_volume_to_upgraded_instance',
  ],
} as const;

/** How far an upgrade is, as the management API says it: the step at work counts. `steps` are the operation's, in order. */
export function upgradeProgress(
  steps: readonly { state: string }[],
  operationState: 'running' | 'done' | 'failed',
  isBackedUp: boolean,
  inPlace = false,
): UpgradeProgress {
  if (operationState === 'done')
    return isBackedUp ? '10_completed_post_physical_backup' : '9_completed_upgrade';
  const at = steps.findLastIndex(({ state }) => state !== 'waiting');
  const events = inPlace ? EVENTS.inPlace : EVENTS.copy;
  return events[Math.min(at, events.length - 1)] ?? '0_requested';
}

/** The management API's name for the step that failed; undefined when none has. */
export function upgradeError(steps: readonly { state: string }[], inPlace = false) {
  const failed = steps.findIndex(({ state }) => state === 'failed');
  if (failed === -1) return undefined;
  const event = (inPlace ? EVENTS.inPlace : EVENTS.copy)[failed];
  const at = event === undefined ? -1 : UPGRADE_PROGRESS.indexOf(event) - 1;
  return UPGRADE_ERRORS.at(at);
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
