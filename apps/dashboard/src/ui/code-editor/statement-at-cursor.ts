import { splitStatements } from '@basalt/sql';
import type { EditorState } from '@codemirror/state';
import { type TextToRun, textToRun } from './text-to-run.ts';

/**
 * The selection, or the statement that the cursor is in or behind. Null when there is none. Reads the whole text: only
 * for what somebody asks for, not for every key.
 */
export function statementAtCursor(state: EditorState): TextToRun | null {
  const selected = textToRun(state);
  if (selected.isSelection) return selected;
  const statements = splitStatements(selected.sql);
  const { head } = state.selection.main;
  const found = statements.findLast(({ start }) => start <= head) ?? statements[0];
  if (found === undefined) return null;
  return { sql: found.text, firstLine: state.doc.lineAt(found.start).number, isSelection: false };
}
