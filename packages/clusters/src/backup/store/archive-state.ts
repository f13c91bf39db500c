import type { BackupStore } from '../ports/backup-store.ts';
import { BackupError } from '../ports/cluster-backups.ts';
import { nullIfNotFound, textOf } from './base-record.ts';
import { storeKeys } from './store-keys.ts';

/** One branch of the history of one cluster. */
export interface Branch {
  systemIdentifier: string;
  timeline: number;
}

/** A period in which the cluster stayed on one branch and nobody set the clock. */
export interface ArchiveSpan extends Branch {
  /** Its last moment. It began when the span before it ended. */
  until: Date;
  /** Present if the span ended because the clock was set: the time to which it was set, at which the next span began. */
  clockSetTo?: Date;
  /** Present together with `clockSetTo`: the newest WAL segment at that time. It and earlier segments hold all that was written before. */
  lastSegment?: number;
}

/** The clock was set between two passes: the new time, and the newest WAL segment when this was noticed. */
export interface ClockChange {
  to: Date;
  segment: number;
}

/** The content of `safe-until.json`: up to when the archive is complete, and on which branches the cluster has been. */
export interface ArchiveState extends Branch {
  /** All that was committed up to this moment is in the store. */
  safeUntil: Date;
  /** The spans that have ended, oldest first. */
  left: ArchiveSpan[];
}

/** Null if nothing has been archived yet. */
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
    const left = state.left.map(parseArchiveSpan);
    return { ...state, safeUntil: validDate(state.safeUntil), left };
  } catch (error) {
    throw new BackupError('damaged', `What is known of the WAL archive of ${ref} cannot be read.`, {
      cause: error,
    });
  }
}

function parseArchiveSpan({ clockSetTo, ...span }: ArchiveSpan): ArchiveSpan {
  return {
    ...span,
    until: validDate(span.until),
    ...(clockSetTo !== undefined && { clockSetTo: validDate(clockSetTo) }),
  };
}

/**
 * The state after a pass of the archiver.
 * @param branch on which the pass found the cluster
 * @param safeUntil when the pass began
 * @param clock how the clock was set since the previous pass; null if it was not
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
  const span: ArchiveSpan = {
    systemIdentifier: before.systemIdentifier,
    timeline: before.timeline,
    until: before.safeUntil,
    ...(clock !== null && { clockSetTo: clock.to, lastSegment: clock.segment }),
  };
  return { systemIdentifier, timeline, safeUntil, left: [...before.left, span] };
}

/** The last moment of a branch that is in the store. Null if the cluster was never on that branch. */
export function lastMomentOf(state: ArchiveState, branch: Branch): Date | null {
  if (isSameBranch(state, branch)) return state.safeUntil;
  return state.left.findLast((span) => isSameBranch(span, branch))?.until ?? null;
}

/** The branches on which the cluster has been since a moment, each with when it was first on it in that time. */
export function branchesSince(state: ArchiveState, since: Date): { branch: Branch; from: Date }[] {
  return archiveSpansOf(state)
    .filter((span, index, { length }) => index === length - 1 || span.until >= since)
    .map(({ systemIdentifier, timeline, from }) => ({
      branch: { systemIdentifier, timeline },
      from: from !== null && from > since ? from : since,
    }));
}

/** All spans, oldest first and the present one included, each with when it began. Of the first one that is not known: null. */
export function archiveSpansOf(state: ArchiveState): (ArchiveSpan & { from: Date | null })[] {
  const { systemIdentifier, timeline, safeUntil, left } = state;
  return [...left, { systemIdentifier, timeline, until: safeUntil }].map((span, index) => {
    const before = left[index - 1];
    return { ...span, from: before === undefined ? null : (before.clockSetTo ?? before.until) };
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
