import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import classes from './code-editor.module.css';
import { createScriptEditor, type ScriptEditorHandle, type ScriptFile } from './create-script-editor.ts';
import { createScriptClient } from './typescript/script-client.ts';
import type { ScriptPackage, ScriptSource } from './typescript/script-messages.ts';

interface ScriptEditorProps {
  /** The file that is open. Its text is read when it is opened first; the editor owns it from then on. */
  file: ScriptFile;
  /** All files of text, as they are now: what the open one imports is found among them. */
  files: readonly ScriptSource[];
  /** The npm packages whose types are known. The same array as long as they are the same. */
  packages: readonly ScriptPackage[];
  /** Read once, when the editor appears. */
  isReadOnly: boolean;
  /** A line of the open file that is wrong, counted from 1. A new object goes there again. */
  mark: { line: number } | null;
  onChange: (fileId: number, text: string) => void;
  onRun: () => void;
  /** Cmd/Ctrl+K. */
  onPrompt: () => void;
  ref?: Ref<ScriptEditorHandle | null>;
}

/** The editor of files of code. Everything it can do lives in {@link createScriptEditor}; this only mounts it. */
export function ScriptEditor(props: ScriptEditorProps) {
  const { file, mark } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<ScriptEditorHandle>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    if (parent.current === null) return;
    const client = createScriptClient(() => latest.current);
    const created = createScriptEditor({
      parent: parent.current,
      client,
      isReadOnly: latest.current.isReadOnly,
      onChange: (id, text) => latest.current.onChange(id, text),
      onRun: () => latest.current.onRun(),
      onPrompt: () => latest.current.onPrompt(),
    });
    editor.current = created;
    return () => {
      editor.current = null;
      created.destroy();
      client.close();
    };
  }, []);

  useImperativeHandle<ScriptEditorHandle | null, ScriptEditorHandle | null>(
    props.ref,
    () => editor.current,
    [],
  );

  const { id, path } = file;
  // biome-ignore lint/correctness/useExhaustiveDependencies: which file it is counts, and not what was typed into it
  useLayoutEffect(() => editor.current?.open(latest.current.file), [id, path]);

  const { packages } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of imports has changed
  useEffect(() => editor.current?.lookAgain(), [packages]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a mark belongs to the file that is open
  useEffect(() => {
    editor.current?.showErrorLine(mark?.line ?? null);
    if (mark !== null) editor.current?.goToLine(mark.line);
  }, [mark, id]);

  return <div ref={parent} className={classes.root} />;
}
