import { IconInfoCircle } from '@tabler/icons-react';
import classes from './editor-notes.module.css';

interface EditorNotesProps {
  isLarge: boolean;
}

/** What the reader must know about the text above: one line each, nothing when all is as usual. */
export function EditorNotes({ isLarge }: EditorNotesProps) {
  const notes = [isLarge && 'Completion and bracket matching are off for a text of this size.'].filter(
    (note) => note !== false,
  );
  return (
    <div role="status" className={classes.notes}>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          <IconInfoCircle size={14} aria-hidden /> {note}
        </p>
      ))}
    </div>
  );
}
