import type { ReactNode } from 'react';
import type { TextEdit } from '../lib/saving/text-change.ts';

/**
 * The text that an editor shows, and what happens to it. The editor owns the text while it is open and only tells of
 * changes; where they are kept is the document's business.
 */
export interface EditorDocument {
  /** Another key is another text: the editor starts anew with `initialText`. */
  key: string;
  initialText: string;
  /** Called at every key, with what it changed. `read` gives the whole text, which takes its time when that is long. */
  changed(read: () => string, edit: TextEdit): void;
  /** Puts what is not kept yet where it belongs, now: before a run, before the page goes. */
  flush(): void;
  /** Some of the text, or all of it, is being run. */
  ran?(): void;
  /**
   * The editor tells that it is there and how its text is replaced, in a way that undo takes back; the document needs
   * that when the text was changed elsewhere. Answers what is called when the editor goes. An editor that does not
   * tell is started anew under another key.
   */
  mounted?(replace: (text: string) => void): () => void;
  isEditable: boolean;
  /** Left of the toolbar: name, state of saving, what can be done with the text. */
  header: ReactNode;
  /** Above the text: what the reader should know first, such as a conflict. Null takes no room. */
  notice: ReactNode;
}
