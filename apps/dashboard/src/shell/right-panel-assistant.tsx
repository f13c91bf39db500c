import { useSearch } from '@tanstack/react-router';
import { useLoaded } from '../lib/preloadable.ts';
import { PanelFrame } from '../ui/pages/panel-frame.tsx';
import { assistantPanel } from './right-panel-store.ts';

interface RightPanelAssistantProps {
  projectRef: string;
  onClose: () => void;
}

/** The assistant of a project, which knows what is looked at. */
export function RightPanelAssistant({ projectRef, onClose }: RightPanelAssistantProps) {
  const { schema, table } = useSearch({ strict: false }) as { schema?: unknown; table?: unknown };
  const AssistantPanel = useLoaded(assistantPanel);
  if (AssistantPanel === null)
    return <PanelFrame title="Assistant" closeLabel="Close the assistant" onClose={onClose} />;
  const looksAt = { schema: textOrNothing(schema), table: textOrNothing(table) };
  return <AssistantPanel projectRef={projectRef} looksAt={looksAt} onClose={onClose} />;
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
