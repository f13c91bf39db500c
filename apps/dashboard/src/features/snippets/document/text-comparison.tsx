import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import codeColours from '../../../ui/code-editor/code-editor.module.css';
import { dialect } from '../../../ui/code-editor/dialect.ts';
import { editorTheme } from '../../../ui/code-editor/editor-theme.ts';
import classes from './conflict-dialog.module.css';

/** Two texts side by side with what differs. Neither can be changed here. */
export function TextComparison({ mine, theirs }: { mine: string; theirs: string }) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (parent.current === null) return;
    const side = (doc: string, label: string) => ({
      doc,
      extensions: [
        lineNumbers(),
        EditorState.readOnly.of(true),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        dialect.extension,
        editorTheme,
      ],
    });
    const view = new MergeView({
      parent: parent.current,
      a: side(mine, 'Your text'),
      b: side(theirs, 'Their text'),
      collapseUnchanged: { margin: 3, minSize: 8 },
      // A long text that was rewritten is compared roughly rather than for minutes.
      diffConfig: { scanLimit: 500, timeout: 1_000 },
    });
    return () => view.destroy();
  }, [mine, theirs]);
  return (
    <div ref={parent} className={`${codeColours.root} ${classes.comparison}`} style={{ height: 'auto' }} />
  );
}
