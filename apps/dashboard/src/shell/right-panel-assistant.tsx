import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { assistantQuestion } from '../lib/ask-assistant.ts';
import { preloadable, useLoaded } from '../lib/preloadable.ts';
import { PanelFrame } from '../ui/pages/panel-frame.tsx';
import { openPanel } from './right-panel-store.ts';
import { isAssistantShortcut } from './shortcuts.ts';
import { useShownProject } from './use-shown-project.ts';

const LABEL = 'Assistant';
const panel = preloadable(() =>
  import('../features/assistant/assistant-panel.tsx').then((module) => module.AssistantPanel),
);
/** Loads the code of the panel before it is opened. */
export const preloadAssistant = panel.preload;

export function openAssistant(): void {
  openPanel.set({ label: LABEL, content: <CurrentAssistant /> });
}

export function toggleAssistant(): void {
  if (openPanel.get()?.label === LABEL) openPanel.set(null);
  else openAssistant();
}

/** Cmd+I or Ctrl+I opens and closes the assistant beside every page of a project; a page that asks something opens it. */
export function useAssistantShortcut(): void {
  const projectRef = useShownProject();
  useEffect(() => {
    if (projectRef === null) return;
    function press(event: KeyboardEvent) {
      if (!isAssistantShortcut(event)) return;
      event.preventDefault();
      toggleAssistant();
    }
    const stop = assistantQuestion.subscribe(() => {
      if (assistantQuestion.get() !== null && openPanel.get()?.label !== LABEL) openAssistant();
    });
    window.addEventListener('keydown', press);
    return () => {
      stop();
      window.removeEventListener('keydown', press);
    };
  }, [projectRef]);
}

/** The assistant of the project that is looked at; without one it closes. */
function CurrentAssistant() {
  const projectRef = useShownProject();
  const { schema, table } = useSearch({ strict: false }) as { schema?: unknown; table?: unknown };
  useEffect(() => {
    if (projectRef === null) openPanel.set(null);
  }, [projectRef]);
  const AssistantPanel = useLoaded(panel);
  const close = () => openPanel.set(null);
  if (projectRef === null) return null;
  if (AssistantPanel === null)
    return <PanelFrame title={LABEL} closeLabel="Close the assistant" onClose={close} />;
  return (
    <AssistantPanel
      key={projectRef}
      projectRef={projectRef}
      looksAt={{ schema: textOrNothing(schema), table: textOrNothing(table) }}
      onClose={close}
    />
  );
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
