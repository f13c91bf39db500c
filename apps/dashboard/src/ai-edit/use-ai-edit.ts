import { useCallback, useEffect, useReducer } from 'react';
import {
  type AiEditEvent,
  type AiEditState,
  closed,
  type EditContext,
  nextAiEditState,
} from './ai-edit-machine.ts';
import type { AiPort } from './ai-port.ts';

let lastId = 0;

export interface AiEdit {
  state: AiEditState;
  dispatch: (event: AiEditEvent) => void;
  /** Sends the prompt, as long as somebody is there to answer. */
  submit: (context?: EditContext) => void;
}

/** A change of the text by a prompt. Leaving, cancelling and unmounting end the request. */
export function useAiEdit({ complete, unavailable }: AiPort): AiEdit {
  const [state, dispatch] = useReducer(nextAiEditState, closed);
  const request = state.phase === 'generating' ? state : null;
  const id = request?.id ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for everything in its request
  useEffect(() => {
    if (request === null) return;
    const controller = new AbortController();
    const { prompt, context } = request;
    void complete(
      {
        prompt,
        textBeforeCursor: context.before,
        selection: context.selection,
        textAfterCursor: context.after,
      },
      controller.signal,
    ).then(
      (completion) => dispatch({ type: 'completed', id: request.id, completion }),
      (error: unknown) => dispatch({ type: 'failed', id: request.id, message: failureSentence(error) }),
    );
    return () => controller.abort();
  }, [id]);

  const submit = useCallback(
    (context?: EditContext) => {
      if (unavailable !== null) return;
      lastId += 1;
      dispatch({ type: 'submit', id: lastId, ...(context === undefined ? {} : { context }) });
    },
    [unavailable],
  );
  return { state, dispatch, submit };
}

function failureSentence(error: unknown): string {
  return error instanceof Error && error.message !== ''
    ? `Failed to generate: ${error.message}`
    : 'Failed to generate completion';
}
