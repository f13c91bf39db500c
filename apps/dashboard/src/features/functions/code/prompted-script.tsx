import { useEffect, useRef } from 'react';
import { AiEditView } from '../../../ai-edit/ai-edit-view.tsx';
import { useAiEdit } from '../../../ai-edit/use-ai-edit.ts';
import { useAiPort } from '../../../ai-edit/use-ai-port.ts';
import type { ScriptEditorHandle, ScriptFile } from '../../../ui/code-editor/create-script-editor.ts';
import { ScriptEditor } from '../../../ui/code-editor/script-editor.tsx';
import type { ScriptPackage, ScriptSource } from '../../../ui/code-editor/typescript/script-messages.ts';
import classes from './code.module.css';

interface PromptedScriptProps {
  projectRef: string;
  file: ScriptFile;
  files: readonly ScriptSource[];
  packages: readonly ScriptPackage[];
  isReadOnly: boolean;
  mark: { line: number } | null;
  onChange: (fileId: number, text: string) => void;
  onRun: () => void;
}

/** The editor of a function's files with the prompt that changes the open one. */
export function PromptedScript({ projectRef, ...rest }: PromptedScriptProps) {
  const editor = useRef<ScriptEditorHandle>(null);
  const ai = useAiPort(projectRef, 'typescript');
  const edit = useAiEdit(ai);
  const { dispatch } = edit;
  const fileId = rest.file.id;
  // What is proposed for one file must not get into another: the prompt, what it works on and its answer are left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another file
  useEffect(() => {
    for (let step = 0; step < 3; step += 1) dispatch({ type: 'reject' });
  }, [fileId, dispatch]);
  return (
    <div className={classes.prompted}>
      <ScriptEditor
        ref={editor}
        {...rest}
        onPrompt={() => {
          const context = editor.current?.aroundSelection();
          if (context !== undefined) dispatch({ type: 'open', context });
        }}
      />
      <AiEditView edit={edit} port={ai} editor={editor} language="typescript" />
    </div>
  );
}
