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
