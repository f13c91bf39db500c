import type { CompletionCatalog } from '@basalt/contract';
import type { RefObject } from 'react';
import { CodeEditor } from '../ui/code-editor/code-editor.tsx';
import type { CodeEditorHandle, EditorChange } from '../ui/code-editor/create-code-editor.ts';
import { AiEditView } from './ai-edit-view.tsx';
import type { AiPort } from './ai-port.ts';
import classes from './editor-area.module.css';
import { useAiEdit } from './use-ai-edit.ts';

interface EditorAreaProps {
  editor: RefObject<CodeEditorHandle | null>;
  ai: AiPort;
  initialText: string;
  label: string;
  catalog: CompletionCatalog | undefined;
  errorLine: number | null;
  focusAfter?: number;
  isReadOnly?: boolean;
  keys: Readonly<Record<string, () => void>>;
  onChange: (change: EditorChange) => void;
  onRun: () => void;
}

/** The editor of SQL with the prompt that changes its text. */
export function EditorArea({ ai, editor, keys, ...rest }: EditorAreaProps) {
  const edit = useAiEdit(ai);
  const openPrompt = () => {
    const context = editor.current?.aroundSelection();
    if (context !== undefined && rest.isReadOnly !== true) edit.dispatch({ type: 'open', context });
  };
  return (
    <div className={classes.area}>
      <CodeEditor
        ref={editor}
        example="select version();"
        keys={{ ...keys, 'Mod-k': openPrompt }}
        {...rest}
      />
      <AiEditView edit={edit} port={ai} editor={editor} />
    </div>
  );
}
