import { type Persisted, readPersisted, writePersisted } from '../../lib/persisted.ts';

/** The text of a project's editor as this browser keeps it. */
interface Draft {
  text: string;
}

const draft: Persisted<Draft> = {
  topic: 'sql-editor-draft',
  fallback: { text: '' },
  parse: (stored) => {
    const text = (stored as Partial<Draft> | null)?.text;
    return typeof text === 'string' ? { text } : null;
  },
};

/** Why a text is not kept. */
export type KeepResult = 'kept' | 'too-large' | 'storage-full';

/** Browsers give a site about five million characters in all; one text must not take everybody's room. */
export const MAX_DRAFT_LENGTH = 1_000_000;

/** The text that was in the editor of this project last time. */
export function readDraft(projectRef: string): string {
  return readPersisted(draft, projectRef).text;
}

/** Keeps a text for next time. A text that cannot be kept leaves the last one that could. */
export function keepDraft(projectRef: string, text: string): KeepResult {
  if (text.length > MAX_DRAFT_LENGTH) return 'too-large';
  const value: Draft = { text };
  writePersisted(draft, value, projectRef);
  // What was stored is read back as a new object; the very same one means that only memory has it.
  return readPersisted(draft, projectRef) === value ? 'storage-full' : 'kept';
}
