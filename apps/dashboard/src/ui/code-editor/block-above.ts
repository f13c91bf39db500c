import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

const setBlock = StateEffect.define<{ at: number; element: HTMLElement } | null>();

class Block extends WidgetType {
  readonly element: HTMLElement;
  constructor(element: HTMLElement) {
    super();
    this.element = element;
  }
  override toDOM(): HTMLElement {
    return this.element;
  }
  override eq(other: Block): boolean {
    return this.element === other.element;
  }
  /** What is typed and clicked inside belongs to the element, not to the text. */
  override ignoreEvent(): boolean {
    return true;
  }
}

/** Room between two lines for an element that is no text. It moves with the text around it. */
export const blockAbove: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(blocks, transaction) {
    let next = blocks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setBlock)) continue;
      const { value } = effect;
      if (value === null) next = Decoration.none;
      else {
        const block = Decoration.widget({ widget: new Block(value.element), block: true, side: -1 });
        next = Decoration.set([block.range(transaction.state.doc.lineAt(value.at).from)]);
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Puts `element` above the line in which the selection starts. */
export function showBlock(state: EditorState, element: HTMLElement) {
  const at = state.selection.main.from;
  return {
    effects: [setBlock.of({ at, element }), EditorView.scrollIntoView(at, { y: 'nearest', yMargin: 140 })],
  };
}

export const hideBlock = { effects: setBlock.of(null) };
