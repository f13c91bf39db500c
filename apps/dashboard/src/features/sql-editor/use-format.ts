import type { RefObject } from 'react';
import { showToast } from '../../lib/toast.ts';
import type { CodeEditorHandle } from '../../ui/code-editor/create-code-editor.ts';

/** Formats the selection, or everything, in one step that undo takes back. */
export function useFormat(editor: RefObject<CodeEditorHandle | null>, isEditable: boolean): () => void {
  return () => {
    const handle = editor.current;
    if (handle === null || !isEditable) return;
    const before = handle.textToRun();
    void import('../../query/format-sql.ts')
      .then(({ formatSql }) => formatSql(before.sql))
      .then((formatted) => {
        if (!formatted.ok) return showToast('failed', `Failed to format: ${formatted.message}`);
        const now = editor.current?.textToRun();
        // What was typed while the formatter was loaded is not overwritten.
        if (now?.sql !== before.sql || formatted.sql === before.sql) return;
        if (now.isSelection) editor.current?.insert(formatted.sql);
        else editor.current?.setText(formatted.sql);
      })
      .catch(() => showToast('failed', 'Failed to format: the formatter could not be loaded.'));
  };
}
