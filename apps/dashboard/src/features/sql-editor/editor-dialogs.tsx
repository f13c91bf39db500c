import { lazy, type RefObject, Suspense } from 'react';
import { useOpenSnippet } from '../../query/use-open-snippet.ts';
import type { CodeEditorHandle } from '../../ui/code-editor/create-code-editor.ts';
import { isBlankText } from './editor-text.ts';

const TemplateDialog = lazy(async () => ({
  default: (await import('./templates/template-dialog.tsx')).TemplateDialog,
}));
const HistoryDialog = lazy(async () => ({
  default: (await import('./history/history-dialog.tsx')).HistoryDialog,
}));

export type EditorDialog = 'templates' | 'history';

interface EditorDialogsProps {
  projectRef: string;
  editor: RefObject<CodeEditorHandle | null>;
  isEditable: boolean;
  open: EditorDialog | null;
  onClose: () => void;
}

/** What the toolbar opens: an empty editor is filled, a written one is left for a new snippet. */
export function EditorDialogs({ projectRef, editor, isEditable, open, onClose }: EditorDialogsProps) {
  const openSnippet = useOpenSnippet(projectRef);
  if (open === null) return null;
  const isEmpty = editor.current !== null && isEditable && isBlankText(editor.current.text());
  // The dialog gives the focus back to its button when it goes; the text is what is wanted next.
  const afterwards = () => setTimeout(() => editor.current?.focus(), 0);
  const insert = (text: string) => {
    editor.current?.insert(text);
    afterwards();
  };
  return (
    <Suspense>
      {open === 'templates' ? (
        <TemplateDialog
          useLabel={isEmpty ? 'Use template' : 'Open as a new snippet'}
          onUse={({ title, sql }) => {
            if (!isEmpty) return openSnippet(sql, title);
            editor.current?.setText(sql);
            afterwards();
          }}
          onInsert={isEmpty || !isEditable ? undefined : ({ sql }) => insert(sql)}
          onClose={onClose}
        />
      ) : (
        <HistoryDialog projectRef={projectRef} onOpen={openSnippet} onInsert={insert} onClose={onClose} />
      )}
    </Suspense>
  );
}
