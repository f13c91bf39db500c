import { POLL, UPGRADE_ERRORS, UPGRADE_PROGRESS, UPGRADE_STATUS, type UpgradeState } from '@basalt/contract';
import { GIVEN_UP } from '../../operations/progress/operation-labels.ts';
import { IN_PLACE_LABELS, STEP_LABELS, type StepLabels } from './step-labels.ts';

export type StepState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

export interface UpgradeStep {
  /** From 1. */
  number: number;
  state: StepState;
  /** The wording that fits the state. */
  text: string;
  /** It does not count: the project works already. */
  isAfterwards?: true;
}

/** What is known about the full backup that follows an upgrade. */
export type BackupAfterwards = 'running' | 'failed' | 'unknown';

/** Steps of an upgrade that makes a new cluster; the backup afterwards is one more. */
const STEP_COUNT = STEP_LABELS.length - 1;

type Known = Pick<UpgradeState, 'status' | 'progress' | 'error'> &
  Partial<Pick<UpgradeState, 'reason' | 'in_place' | 'steps'>>;

/**
 * The steps of an upgrade in their order, and the backup as one more once they are done. An event of the progress stands for the step at
 * work: `5_initiated_data_upgrade` means that four are done. An upgrade in place has other steps, which it tells of itself.
 */
export function upgradeSteps(
  upgrade: Known | null,
  backup: BackupAfterwards = 'running',
  inPlace: boolean = upgrade?.in_place ?? false,
): UpgradeStep[] {
  const labels = inPlace ? IN_PLACE_LABELS : STEP_LABELS;
  const look = inPlace ? stateInPlace : stateOf;
  const steps = labels.slice(0, -1).map((label, at) => step(label, at, look(at, upgrade)));
  if (upgrade?.status !== UPGRADE_STATUS.upgraded) return steps;
  const state = backupState(upgrade, backup);
  const afterwards = step(labels.at(-1), steps.length, state ?? 'waiting');
  return state === null ? steps : [...steps, { ...afterwards, isAfterwards: true }];
}

/** The step to look at where there is room for one: at work or failed, else the last one that is done, else the first. */
export function currentStep(steps: readonly UpgradeStep[]): UpgradeStep | undefined {
  return (
    steps.find(({ state }) => state === 'running' || state === 'failed' || state === 'cancelled') ??
    steps.findLast(({ state }) => state === 'done') ??
    steps[0]
  );
}

function stateOf(at: number, upgrade: Known | null): StepState {
  if (upgrade === null) return 'waiting';
  if (upgrade.status === UPGRADE_STATUS.upgraded) return 'done';
  const atWork = reachedOf(upgrade);
  if (at < atWork) return 'done';
  if (at > atWork) return 'waiting';
  if (upgrade.status !== UPGRADE_STATUS.failed) return 'running';
  return wasCancelled(upgrade) ? 'cancelled' : 'failed';
}

function stateInPlace(at: number, upgrade: Known | null): StepState {
  if (upgrade?.status === UPGRADE_STATUS.upgraded) return 'done';
  return upgrade?.steps?.[at]?.state ?? 'waiting';
}

/** The place of the step at work or failed; -1 before the first. */
function reachedOf({ progress, error }: Known): number {
  if (error !== undefined) return Math.min(UPGRADE_ERRORS.indexOf(error), STEP_COUNT - 1);
  return Math.min(UPGRADE_PROGRESS.indexOf(progress ?? '0_requested') - 1, STEP_COUNT - 1);
}

function backupState({ progress }: Known, backup: BackupAfterwards): StepState | null {
  if (progress === '10_completed_post_physical_backup') return 'done';
  return backup === 'unknown' ? null : backup;
}

function step(labels: StepLabels | undefined, at: number, state: StepState): UpgradeStep {
  return { number: at + 1, state, text: wording(labels, state) };
}

function wording(labels: StepLabels | undefined, state: StepState): string {
  if (labels === undefined) return '';
  return {
    waiting: labels.toDo,
    running: labels.inProgress,
    done: labels.done,
    failed: labels.toDo,
    cancelled: labels.toDo,
  }[state];
}

/** Whether an upgrade ended because somebody cancelled it: nothing is wrong then. */
export function wasCancelled({
  status,
  reason,
}: Pick<UpgradeState, 'status'> & Partial<Pick<UpgradeState, 'reason'>>): boolean {
  return status === UPGRADE_STATUS.failed && reason === GIVEN_UP;
}

/** A small database is through in seconds: as long as this (milliseconds) an upgrade is looked at every second. */
const QUICK_FOR = 60_000;
const QUICK = 1_000;

type Polled = Pick<UpgradeState, 'status' | 'progress' | 'initiated_at'>;

/** After how many milliseconds to look again; false when nothing is going to change. */
export function pollInterval(upgrade: Polled | null | undefined, now: number): number | false {
  if (upgrade === undefined) return POLL.upgrading;
  if (upgrade === null || upgrade.status === UPGRADE_STATUS.failed) return false;
  if (upgrade.status === UPGRADE_STATUS.upgraded) {
    return upgrade.progress === '9_completed_upgrade' ? POLL.upgrading : false;
  }
  // The clocks of the browser and of the server may differ either way.
  return Math.abs(now - Date.parse(upgrade.initiated_at)) < QUICK_FOR ? QUICK : POLL.upgrading;
}
