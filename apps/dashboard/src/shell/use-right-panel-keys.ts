import { useEffect } from 'react';
import { assistantQuestion } from '../lib/ask-assistant.ts';
import { openPanel, togglePanel } from './right-panel-store.ts';
import { isAssistantShortcut, isSqlPanelShortcut } from './shortcuts.ts';
import { useShownProject } from './use-shown-project.ts';

/**
 * Cmd+E or Ctrl+E opens and closes the SQL editor beside every page of a project, Cmd+I or Ctrl+I the assistant; a page that asks
 * something opens that as well.
 */
export function useRightPanelKeys(): void {
  const projectRef = useShownProject();
  useEffect(() => {
    if (projectRef === null) return;
    function press(event: KeyboardEvent) {
      const name = isSqlPanelShortcut(event) ? 'SQL Editor' : isAssistantShortcut(event) ? 'Assistant' : null;
      if (name === null) return;
      event.preventDefault();
      togglePanel(name);
    }
    const stop = assistantQuestion.subscribe(() => {
      if (assistantQuestion.get() !== null) openPanel.set('Assistant');
    });
    window.addEventListener('keydown', press);
    return () => {
      stop();
      window.removeEventListener('keydown', press);
    };
  }, [projectRef]);
}
