import type { GraphQLSchema } from 'graphql';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import classes from '../../../ui/code-editor/code-editor.module.css';
import { createGraphqlEditor, type EditorMode, type GraphqlEditorHandle } from './create-graphql-editor.ts';

interface GraphqlEditorProps {
  label: string;
  mode: EditorMode;
  /** Read once, when the editor appears; of an answer whenever it changes. */
  text: string;
  schema?: GraphQLSchema | null;
  onChange?: (text: string) => void;
  onRun?: () => void;
  handle?: RefObject<GraphqlEditorHandle | null>;
}

/** An editor of a query, its variables or its answer. What it can do lives in {@link createGraphqlEditor}; this only mounts it. */
export function GraphqlEditor(props: GraphqlEditorProps) {
  const { label, mode, text, schema = null, handle } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<GraphqlEditorHandle>(null);
  const first = useRef(text);
  const onChange = useEffectEvent((next: string) => props.onChange?.(next));
  const onRun = useEffectEvent(() => props.onRun?.());

  useLayoutEffect(() => {
    if (parent.current === null) return;
    const created = createGraphqlEditor({
      parent: parent.current,
      label,
      mode,
      text: first.current,
      onChange: (next) => onChange(next),
      onRun: () => onRun(),
    });
    editor.current = created;
    if (handle !== undefined) handle.current = created;
    return () => {
      editor.current = null;
      if (handle !== undefined) handle.current = null;
      created.destroy();
    };
  }, [label, mode, handle]);

  useEffect(() => editor.current?.setSchema(schema), [schema]);
  useEffect(() => {
    if (mode === 'answer') editor.current?.setText(text);
  }, [mode, text]);

  return <div ref={parent} className={classes.root} />;
}
