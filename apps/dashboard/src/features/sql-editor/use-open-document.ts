import { type RefObject, useEffect } from 'react';
import type { EditorDocument } from '../../query/editor-document.ts';
import { addOpenEditor } from '../../query/open-editor.ts';
import type { CodeEditorHandle } from '../../ui/code-editor/create-code-editor.ts';
import { isSaveShortcut } from './shortcuts.ts';

/** Tells the document and everybody else that its editor is on the screen; Cmd/Ctrl+S keeps the text at once. */
export function useOpenDocument(document: EditorDocument, editor: RefObject<CodeEditorHandle | null>): void {
  const { mounted, flush, isEditable } = document;

  useEffect(() => mounted?.((text) => editor.current?.setText(text)), [mounted, editor]);

  useOfferedEditor(editor, isEditable);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isSaveShortcut(event)) return;
      event.preventDefault();
      flush();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [flush]);
}

/** Lets cards that are on the screen put their queries into an editor. */
export function useOfferedEditor(editor: RefObject<CodeEditorHandle | null>, isEditable: boolean): void {
  useEffect(() => {
    if (!isEditable) return;
    const focus = () => editor.current?.focus();
    return addOpenEditor({
      insert(text) {
        editor.current?.insert(text);
        focus();
      },
      replace(text) {
        editor.current?.setText(text);
        focus();
      },
    });
  }, [isEditable, editor]);
}
