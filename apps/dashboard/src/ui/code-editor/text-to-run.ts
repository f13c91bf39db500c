import { splitStatements } from '@basalt/sql';
import type { EditorState } from '@codemirror/state';

/** The part of the text that Run sends. `firstLine` is where it starts, counted from 1 in the whole text. */
export interface TextToRun {
  sql: string;
  firstLine: number;
  isSelection: boolean;
}

/** The selection, or the whole text when nothing is selected. Of several selections the main one counts. */
export function textToRun(state: EditorState): TextToRun {
  const { from, to, empty } = state.selection.main;
  if (empty) return { sql: state.doc.toString(), firstLine: 1, isSelection: false };
  return { sql: state.sliceDoc(from, to), firstLine: state.doc.lineAt(from).number, isSelection: true };
}

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

/** A text in three parts that, put together, are the whole. */
export interface TextAroundSelection {
  before: string;
  selection: string;
  after: string;
}

/** The selected lines, whole, and what stands before and behind them. Without a selection: the line of the cursor. */
export function aroundSelection({ doc, selection }: EditorState): TextAroundSelection {
  const { from, to } = selection.main;
  const start = doc.lineAt(from).from;
  // A selection that ends where a line starts does not mean that line.
  const end = doc.lineAt(to > from && doc.lineAt(to).from === to ? to - 1 : to).to;
  return {
    before: doc.sliceString(0, start),
    selection: doc.sliceString(start, end),
    after: doc.sliceString(end),
  };
}
