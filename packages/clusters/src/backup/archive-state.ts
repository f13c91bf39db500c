import type { BackupStore } from './backup-store.ts';
import { nullIfNotFound, textOf } from './base-record.ts';
import { BackupError } from './cluster-backups.ts';
import { storeKeys } from './store-keys.ts';

/** One branch of the history of one cluster. */
export interface Branch {
  systemIdentifier: string;
  timeline: number;
}

/** A stretch of time in which the cluster was on a branch. */
export interface Stay extends Branch {
  /** When it left the branch; before that it had been there since the end of the stay before. */
  until: Date;
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
    const left = state.left.map((stay) => ({ ...stay, until: validDate(stay.until) }));
    return { ...state, safeUntil: validDate(state.safeUntil), left };
  } catch (error) {
    throw new BackupError('damaged', `What is known of the WAL archive of ${ref} cannot be read.`, {
      cause: error,
    });
  }
}

/** The state after a pass that began at this moment and found the cluster on this branch. */
export function nextState(before: ArchiveState | null, branch: Branch, safeUntil: Date): ArchiveState {
  const { systemIdentifier, timeline } = branch;
  if (before === null || isSameBranch(before, branch))
    return { systemIdentifier, timeline, safeUntil, left: before?.left ?? [] };
  const stay = {
    systemIdentifier: before.systemIdentifier,
    timeline: before.timeline,
    until: before.safeUntil,
  };
  return { systemIdentifier, timeline, safeUntil, left: [...before.left, stay] };
}

/** The branch that the cluster was on at a moment: what was in the database then is what people mean by that moment. */
export function branchAt(state: ArchiveState, moment: Date): Branch {
  return state.left.find((stay) => moment <= stay.until) ?? state;
}

/** The last moment of a branch that is in the store; null if the cluster never was on it. */
export function lastMomentOf(state: ArchiveState, branch: Branch): Date | null {
  if (isSameBranch(state, branch)) return state.safeUntil;
  return state.left.findLast((stay) => isSameBranch(stay, branch))?.until ?? null;
}

/** The branches that the cluster was on at any moment since, each with the first such moment. */
export function branchesSince(state: ArchiveState, since: Date): { branch: Branch; from: Date }[] {
  const stays = [...state.left.filter(({ until }) => until >= since), { ...state, until: state.safeUntil }];
  return stays.map(({ systemIdentifier, timeline }, index) => ({
    branch: { systemIdentifier, timeline },
    from: index === 0 ? since : (stays[index - 1]?.until ?? since),
  }));
}

export function isSameBranch(a: Branch, b: Branch): boolean {
  return a.systemIdentifier === b.systemIdentifier && a.timeline === b.timeline;
}

function validDate(value: unknown): Date {
  const date = new Date(String(value));
  if (Number.isNaN(date.getTime())) throw new TypeError('No date.');
  return date;
}
