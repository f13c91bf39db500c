import '../../../theme/dialog.ts';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { Button, Modal } from '@mantine/core';
import { useEffect, useRef } from 'react';
import codeColors from '../../../ui/code-editor/code-editor.module.css';
import { dialect } from '../../../ui/code-editor/dialect.ts';
import { editorTheme } from '../../../ui/code-editor/editor-theme.ts';
import classes from './conflict-dialog.module.css';

interface ConflictDialogProps {
  mine: string;
  theirs: string;
  onClose: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onKeepBoth: () => void;
}

/** Shows both texts side by side, with the three ways to end the conflict. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, onClose, onKeepMine, onTakeTheirs, onKeepBoth } = props;
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1200px, 100vw)"
      title="Which version do you want to keep?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.heads}>
        <h3>Yours, in this browser</h3>
        <h3>Theirs, on the server</h3>
      </div>
      <TextComparison mine={mine} theirs={theirs} />
      <div className={classes.actions}>
        <Button onClick={onClose}>Decide later</Button>
        <span className={classes.room} />
        <Button onClick={choose(onKeepBoth)}>Keep both</Button>
        <Button onClick={choose(onTakeTheirs)}>Take theirs</Button>
        <Button variant="filled" onClick={choose(onKeepMine)}>
          Keep mine
        </Button>
      </div>
    </Modal>
  );
}

/** Two read-only texts side by side, with their differences marked. */
function TextComparison({ mine, theirs }: { mine: string; theirs: string }) {
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
      // An exact comparison of two long, very different texts would take minutes, so it is limited.
      diffConfig: { scanLimit: 500, timeout: 1_000 },
    });
    return () => view.destroy();
  }, [mine, theirs]);
  return (
    <div ref={parent} className={`${codeColors.root} ${classes.comparison}`} style={{ height: 'auto' }} />
  );
}
