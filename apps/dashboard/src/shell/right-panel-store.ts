import { preloadable } from '../lib/preloadable.ts';
import { sharedValue } from '../lib/shared-value.ts';

/** What can stand on the right of a project's pages, by its name. */
export type PanelName = 'Assistant' | 'SQL Editor';

/** The panel on the right. One that is opened takes the place of another; null: none is open. */
export const openPanel = sharedValue<PanelName | null>(null);

export function togglePanel(name: PanelName): void {
  openPanel.set(openPanel.get() === name ? null : name);
}

/** The content of the assistant's panel, whose code may be loaded before it is opened. */
export const assistantPanel = preloadable(() =>
  import('../features/assistant/assistant-panel.tsx').then((module) => module.AssistantPanel),
);
