import {
  type Extension,
  RangeSet,
  type StateEffect,
  StateEffect as StateEffects,
  StateField,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';

const setErrorLine = StateEffects.define<number | null>();

const lineDecoration = Decoration.line({ class: 'cm-error-line', attributes: { 'aria-invalid': 'true' } });
const gutterDecoration = new (class extends GutterMarker {
  override elementClass = 'cm-error-line-number';
})();

const errorLineField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setErrorLine)) continue;
      const { value } = effect;
      const { doc } = transaction.state;
      const exists = value !== null && value >= 1 && value <= doc.lines;
      next = exists ? Decoration.set([lineDecoration.range(doc.line(value).from)]) : Decoration.none;
    }
    return next;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    gutterLineClass.computeN([field], (state) => {
      const cursor = state.field(field).iter();
      return cursor.value === null ? [] : [RangeSet.of([gutterDecoration.range(cursor.from)])];
    }),
  ],
});

/** Marks the line the database complained about. The mark moves with edits above it. */
export const errorLine: Extension = errorLineField;

/** Marks a line, counted from 1, or removes the mark. A number outside the text removes it too. */
export function markErrorLine(line: number | null): StateEffect<number | null> {
  return setErrorLine.of(line);
}

/** The marked line, counted from 1. */
export function markedErrorLine(state: EditorView['state']): number | null {
  const cursor = state.field(errorLineField).iter();
  return cursor.value === null ? null : state.doc.lineAt(cursor.from).number;
}
