import type { EditorState } from '@codemirror/state';

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
