import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { assistantQuestion } from '../lib/ask-assistant.ts';
import { openPanel } from './right-panel-store.ts';
import { isAssistantShortcut } from './shortcuts.ts';
import { useShownProject } from './use-shown-project.ts';

const LABEL = 'Assistant';
const AssistantPanel = lazy(async () => ({
  default: (await import('../features/assistant/assistant-panel.tsx')).AssistantPanel,
}));

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
  if (projectRef === null) return null;
  return (
    <Suspense>
      <AssistantPanel
        key={projectRef}
        projectRef={projectRef}
        looksAt={{ schema: textOrNothing(schema), table: textOrNothing(table) }}
        onClose={() => openPanel.set(null)}
      />
    </Suspense>
  );
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
