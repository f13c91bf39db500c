import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { wholeText } from './ai-edit-machine.ts';
import type { AiPort } from './ai-port.ts';
import type { EditableText } from './editable-text.ts';
import type { AiEdit } from './use-ai-edit.ts';

const PromptForm = lazy(async () => ({ default: (await import('./prompt-form.tsx')).PromptForm }));
const ProposalView = lazy(async () => ({ default: (await import('./proposal-view.tsx')).ProposalView }));

interface AiEditViewProps {
  edit: AiEdit;
  port: AiPort;
  editor: RefObject<EditableText | null>;
  /** What a proposal is colored as. */
  language?: 'sql' | 'typescript';
}

/** The prompt at the selection, and what came of it. The editor keeps its text until somebody accepts another. */
export function AiEditView({ edit, port, editor, language = 'sql' }: AiEditViewProps) {
  const { state, dispatch, submit } = edit;
  const { phase } = state;
  const isPrompting = phase === 'open' || phase === 'generating';
  const proposal = phase === 'diff' || isPrompting ? state.proposal : null;
  const isAtSelection = isPrompting && proposal === null;
  const block = useBlock(editor, isAtSelection);

  // Whatever is typed now would be missing in the answer.
  const isLocked = phase === 'generating' || proposal !== null;
  useEffect(() => editor.current?.setLocked(isLocked), [editor, isLocked]);

  const accepted = phase === 'accepted' ? state.text : null;
  useEffect(() => {
    if (accepted === null) return;
    editor.current?.setText(accepted);
    dispatch({ type: 'applied' });
  }, [accepted, editor, dispatch]);

  const isClosed = phase === 'closed';
  useEffect(() => {
    if (!isClosed) return () => editor.current?.focus();
    return;
  }, [isClosed, editor]);

  const send = () => {
    const current = editor.current;
    if (!isPrompting || current === null) return;
    const isChanged = current.text().toString() !== wholeText(state.context);
    submit(isChanged ? current.aroundSelection() : undefined);
  };
  const form = isPrompting && (
    <Suspense>
      <PromptForm
        prompt={state.prompt}
        problem={phase === 'open' ? state.problem : null}
        unavailable={port.unavailable}
        isGenerating={phase === 'generating'}
        onWrite={(prompt) => dispatch({ type: 'write', prompt })}
        onSubmit={send}
        onCancel={() => dispatch({ type: 'cancel' })}
        onClose={() => dispatch({ type: 'reject' })}
      />
    </Suspense>
  );
  if (proposal !== null) {
    return (
      <Suspense>
        <ProposalView
          proposal={proposal}
          language={language}
          onAccept={() => dispatch({ type: 'accept' })}
          onReject={() => dispatch({ type: 'reject' })}
          onPrompt={() =>
            dispatch({ type: 'open', context: { before: '', selection: proposal.modified, after: '' } })
          }
        >
          {form || null}
        </ProposalView>
      </Suspense>
    );
  }
  return block === null ? null : createPortal(form, block);
}

/** An element between two lines of the editor, while it is wanted. */
function useBlock(editor: RefObject<EditableText | null>, isWanted: boolean): HTMLElement | null {
  const [block, setBlock] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!isWanted) return;
    const element = document.createElement('div');
    // The editor measures the element, and margins that stick out would not count.
    element.style.display = 'flow-root';
    const handle = editor.current;
    handle?.showAbove(element);
    setBlock(element);
    return () => {
      setBlock(null);
      // The editor may be gone by now.
      if (editor.current === handle) handle?.showAbove(null);
    };
  }, [editor, isWanted]);
  return block;
}
