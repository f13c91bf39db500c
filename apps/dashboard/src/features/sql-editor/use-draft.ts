import { useEffect, useMemo, useState } from 'react';
import { type KeepResult, keepDraft, readDraft } from './draft.ts';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';

/** The kept text of a project's editor, who keeps it from now on, and whether that works. */
export function useDraft(projectRef: string): { initialText: string; keeper: DraftKeeper; kept: KeepResult } {
  const [initialText] = useState(() => readDraft(projectRef));
  const [kept, setKept] = useState<KeepResult>('kept');
  const keeper = useMemo(
    () => createDraftKeeper((text) => setKept(keepDraft(projectRef, text))),
    [projectRef],
  );

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    // A telephone may end a hidden page without another word, so hiding counts as leaving.
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', keeper.flush);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', keeper.flush);
      keeper.flush();
    };
  }, [keeper]);

  return { initialText, keeper, kept };
}
