import { type RefObject, useEffect } from 'react';
import { usePersisted } from '../lib/persisted.ts';
import type { CodeEditorHandle } from '../ui/code-editor/create-code-editor.ts';
import type { AiPort } from './ai-port.ts';
import { inlineCompletionPreference } from './inline-completion-preference.ts';
import { useAiAvailability } from './use-ai-port.ts';
import { useOptInLevel } from './use-opt-in-level.ts';

/**
 * Lets the model offer what may come next in an editor. Only where the organization shares metadata: here the text goes out
 * without being sent by anybody.
 */
export function useInlineCompletion(
  projectRef: string,
  editor: RefObject<CodeEditorHandle | null>,
  { complete }: AiPort,
): void {
  const [isWanted] = usePersisted(inlineCompletionPreference);
  const hasModel = useAiAvailability(projectRef).data?.hasKey === true;
  const level = useOptInLevel(projectRef);
  const isOn = isWanted && hasModel && level !== null && level !== 'disabled';
  useEffect(() => {
    const handle = editor.current;
    if (!isOn || handle === null) return;
    handle.offerCompletion(({ before, after }, signal) =>
      complete({ prompt: '', textBeforeCursor: before, selection: '', textAfterCursor: after }, signal),
    );
    return () => handle.offerCompletion(null);
  }, [isOn, editor, complete]);
}
