import { IconInfoCircle } from '@tabler/icons-react';
import type { KeepResult } from './draft.ts';
import classes from './editor-notes.module.css';

interface EditorNotesProps {
  kept: KeepResult;
  isLarge: boolean;
  hasUnknownSnippet: boolean;
}

/** What the reader must know about the text above: one line each, nothing when all is as usual. */
export function EditorNotes({ kept, isLarge, hasUnknownSnippet }: EditorNotesProps) {
  const notes = [
    hasUnknownSnippet && 'Saved queries are not available yet. This is the editor of the project.',
    kept === 'too-large' &&
      'This text is larger than 1 MB and is not kept in this browser. Keep a copy before you leave the page.',
    kept === 'storage-full' &&
      'This browser has no room left, so this text is not kept. Keep a copy before you leave the page.',
    isLarge && 'Completion and bracket matching are off for a text of this size.',
  ].filter((note) => note !== false);
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
