import { useEffect, useRef } from 'react';
import classes from './code-editor.module.css';
import { createDiffView, type DiffViewHandle, type DiffViewOptions } from './create-diff-view.ts';

interface DiffViewProps extends Omit<DiffViewOptions, 'parent'> {
  /** Takes the focus when it appears, or when this becomes true, for those who decide by keys. */
  isFocused?: boolean;
}

/** What would change in a text. Heavy: import it when there is something to compare. */
export function DiffView({ label, original, modified, language, isFocused = false }: DiffViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<DiffViewHandle>(null);
  const first = useRef(modified);

  useEffect(() => {
    if (parent.current === null) return;
    const created = createDiffView({
      parent: parent.current,
      label,
      original,
      modified: first.current,
      language,
    });
    view.current = created;
    return () => created.destroy();
  }, [label, original, language]);

  useEffect(() => {
    first.current = modified;
    view.current?.setModified(modified);
  }, [modified]);

  // Also when what was over it is gone, such as the prompt for another change.
  useEffect(() => {
    if (isFocused) view.current?.focus();
  }, [isFocused]);

  return <div ref={parent} className={classes.root} />;
}
