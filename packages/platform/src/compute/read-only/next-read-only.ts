import type { ProjectRow } from '../../kernel/schema.ts';

export type ReadOnlyState = Pick<ProjectRow, 'read_only_since' | 'read_only_lifted_until'>;

/**
 * What a look at the disk makes of the read-only mode. It begins at the limit and ends below it, exactly as people are told: what
 * could make it flap, writing, is what it stops. Lifting it by hand holds for its time only, and only while it lasts.
 */
export function nextReadOnly(state: ReadOnlyState, used: number, limit: number, now: Date): ReadOnlyState {
  if (used < limit) return { read_only_since: null, read_only_lifted_until: null };
  const lifted = state.read_only_lifted_until;
  return {
    read_only_since: state.read_only_since ?? now,
    read_only_lifted_until: lifted !== null && lifted > now ? lifted : null,
  };
}

export function isSameState(one: ReadOnlyState, other: ReadOnlyState): boolean {
  return (
    one.read_only_since?.getTime() === other.read_only_since?.getTime() &&
    one.read_only_lifted_until?.getTime() === other.read_only_lifted_until?.getTime()
  );
}
