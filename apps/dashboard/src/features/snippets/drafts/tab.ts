import { newId } from '../../../lib/new-id.ts';

/** The id of this page load. A reload gets another id, and takes over the drafts of the load before it. */
export const TAB = newId();

const LOCK = 'basalt-tab:';

// The browser releases the lock when the page ends for any reason. Only secure origins have locks.
void navigator.locks?.request(`${LOCK}${TAB}`, () => new Promise(() => {})).catch(() => undefined);

/** The ids of the page loads that are alive. Without locks this is not known, and all others count as gone. */
export async function liveTabs(): Promise<ReadonlySet<string>> {
  const locks = await navigator.locks?.query().catch(() => undefined);
  const names = (locks?.held ?? []).map(({ name }) => name ?? '');
  return new Set([
    TAB,
    ...names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)),
  ]);
}
