import type { BackupStore } from './backup-store.ts';
import { nullIfNotFound, textOf } from './base-record.ts';
import { BackupError } from './cluster-backups.ts';
import { storeKeys } from './store-keys.ts';

/** One branch of the history of one cluster. */
export interface Branch {
  systemIdentifier: string;
  timeline: number;
}

/** A stretch of time in which the cluster was on a branch, and the clock ran evenly. */
export interface Stay extends Branch {
  /** Its last moment; it began when the stay before ended. */
  until: Date;
  /** The clock was set in the end: the next stay began at this moment. */
  clockSetTo?: Date;
  /** With that, the newest segment of the log then: whatever was written before is in it or in earlier ones. */
  lastSegment?: number;
}

/** How the clock was set between two passes: to which moment, and the newest segment of the log since. */
export interface ClockChange {
  to: Date;
  segment: number;
}

/** What `safe-until.json` holds: how far the archive reaches, and on which branches the cluster has been. */
export interface ArchiveState extends Branch {
  /** Everything committed until then is in the store. */
  safeUntil: Date;
  /** In the order in which they happened. */
  left: Stay[];
}

/** Null: nothing was archived yet. */
export async function readArchiveState(store: BackupStore, ref: string): Promise<ArchiveState | null> {
  const content = await store.read(storeKeys.safeUntil(ref)).catch(nullIfNotFound);
  return content && parseArchiveState(await textOf(content), ref);
}

export async function writeArchiveState(store: BackupStore, ref: string, state: ArchiveState): Promise<void> {
  await store.put(storeKeys.safeUntil(ref), Buffer.from(`${JSON.stringify(state, null, 2)}\n`));
}

function parseArchiveState(text: string, ref: string): ArchiveState {
  try {
    const state = JSON.parse(text) as ArchiveState;
    const left = state.left.map(parseStay);
    return { ...state, safeUntil: validDate(state.safeUntil), left };
  } catch (error) {
    throw new BackupError('damaged', `What is known of the WAL archive of ${ref} cannot be read.`, {
      cause: error,
    });
  }
}

function parseStay({ clockSetTo, ...stay }: Stay): Stay {
  return {
    ...stay,
    until: validDate(stay.until),
    ...(clockSetTo !== undefined && { clockSetTo: validDate(clockSetTo) }),
  };
}

/**
 * The state after a pass that began at this moment and found the cluster on this branch.
 * @param clock how the clock was set since the pass before; null: it was not
 */
export function nextState(
  before: ArchiveState | null,
  branch: Branch,
  safeUntil: Date,
  clock: ClockChange | null = null,
): ArchiveState {
  const { systemIdentifier, timeline } = branch;
  if (before === null || (clock === null && isSameBranch(before, branch)))
    return { systemIdentifier, timeline, safeUntil, left: before?.left ?? [] };
  const stay: Stay = {
    systemIdentifier: before.systemIdentifier,
    timeline: before.timeline,
    until: before.safeUntil,
    ...(clock !== null && { clockSetTo: clock.to, lastSegment: clock.segment }),
  };
  return { systemIdentifier, timeline, safeUntil, left: [...before.left, stay] };
}

/** The last moment of a branch that is in the store; null if the cluster never was on it. */
export function lastMomentOf(state: ArchiveState, branch: Branch): Date | null {
  if (isSameBranch(state, branch)) return state.safeUntil;
  return state.left.findLast((stay) => isSameBranch(stay, branch))?.until ?? null;
}

/** The branches that the cluster was on at any moment since, each with the first such moment. */
export function branchesSince(state: ArchiveState, since: Date): { branch: Branch; from: Date }[] {
  return staysOf(state)
    .filter((stay, index, { length }) => index === length - 1 || stay.until >= since)
    .map(({ systemIdentifier, timeline, from }) => ({
      branch: { systemIdentifier, timeline },
      from: from !== null && from > since ? from : since,
    }));
}

/** All stays in the order in which they happened, the present one too, each with when it began; null: nobody knows. */
export function staysOf(state: ArchiveState): (Stay & { from: Date | null })[] {
  const { systemIdentifier, timeline, safeUntil, left } = state;
  return [...left, { systemIdentifier, timeline, until: safeUntil }].map((stay, index) => {
    const before = left[index - 1];
    return { ...stay, from: before === undefined ? null : (before.clockSetTo ?? before.until) };
  });
}

export function isSameBranch(a: Branch, b: Branch): boolean {
  return a.systemIdentifier === b.systemIdentifier && a.timeline === b.timeline;
}

function validDate(value: unknown): Date {
  const date = new Date(String(value));
  if (Number.isNaN(date.getTime())) throw new TypeError('No date.');
  return date;
}
