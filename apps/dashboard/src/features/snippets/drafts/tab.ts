import { newId } from '../../../lib/new-id.ts';

/** This page load. A reload is another one, so that it takes over what the one before left. */
export const TAB = newId();

const LOCK = 'basalt-tab:';

// Held as long as the page lives, whatever ends it. Only secure origins have locks.
void navigator.locks?.request(`${LOCK}${TAB}`, () => new Promise(() => {})).catch(() => undefined);

/** The pages of this browser that are alive. Without locks nobody can tell, and each counts as gone. */
export async function liveTabs(): Promise<ReadonlySet<string>> {
  const locks = await navigator.locks?.query().catch(() => undefined);
  const names = (locks?.held ?? []).map(({ name }) => name ?? '');
  return new Set([
    TAB,
    ...names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)),
  ]);
}
