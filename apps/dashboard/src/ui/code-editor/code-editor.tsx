import type { CompletionCatalog } from '@basalt/contract';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import classes from './code-editor.module.css';
import { type CodeEditorHandle, createCodeEditor, type EditorChange } from './create-code-editor.ts';

export interface CodeEditorProps {
  /** Read once, when the editor appears. The editor owns its text from then on. */
  initialText: string;
  label: string;
  /** Shown in the empty editor; Tab writes it. */
  example?: string;
  catalog?: CompletionCatalog | undefined;
  /** The line to mark as wrong, counted from 1. */
  errorLine?: number | null;
  /** Milliseconds after which the editor takes the focus, unless something else has it by then. */
  focusAfter?: number;
  onChange: (change: EditorChange) => void;
  onRun: () => void;
  /** Read once, when the editor appears. */
  isReadOnly?: boolean;
  /** Which keys exist is read once, when the editor appears; what they do may change. */
  keys?: Readonly<Record<string, () => void>>;
  ref?: Ref<CodeEditorHandle | null>;
}

/** The SQL editor. Everything it can do lives in {@link createCodeEditor}; this only mounts it. */
export function CodeEditor(props: CodeEditorProps) {
  const { catalog, errorLine = null, focusAfter, ref } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditorHandle>(null);
  const latest = useRef(props);
  latest.current = props;

  // In the layout phase, so that the handle below finds the editor when it is handed out.
  useLayoutEffect(() => {
    if (parent.current === null) return;
    const { initialText, label, example, isReadOnly = false, keys = {} } = latest.current;
    const created = createCodeEditor({
      parent: parent.current,
      initialText,
      label,
      ...(example === undefined ? {} : { example }),
      isReadOnly,
      keys: Object.fromEntries(Object.keys(keys).map((key) => [key, () => latest.current.keys?.[key]?.()])),
      onChange: (change) => latest.current.onChange(change),
      onRun: () => latest.current.onRun(),
    });
    editor.current = created;
    return () => {
      editor.current = null;
      created.destroy();
    };
  }, []);

  useImperativeHandle<CodeEditorHandle | null, CodeEditorHandle | null>(ref, () => editor.current, []);

  useEffect(() => {
    if (catalog !== undefined) editor.current?.setCatalog(catalog);
  }, [catalog]);

  useEffect(() => {
    editor.current?.showErrorLine(errorLine);
  }, [errorLine]);

  useEffect(() => {
    if (focusAfter === undefined) return;
    const timer = setTimeout(() => {
      // Whoever went elsewhere in the meantime keeps the focus, and a touch screen keeps its keyboard closed. The page around the editor,
      // which gets the focus after a change of page, is not elsewhere.
      const isFree = document.activeElement?.contains(parent.current) !== false;
      if (isFree && !matchMedia('(pointer: coarse)').matches) editor.current?.focus();
    }, focusAfter);
    return () => clearTimeout(timer);
  }, [focusAfter]);

  return <div ref={parent} className={classes.root} />;
}
