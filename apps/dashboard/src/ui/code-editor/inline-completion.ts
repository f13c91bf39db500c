import { completionStatus } from '@codemirror/autocomplete';
import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, keymap, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';

/** Writes what is likely to stand at the cursor; empty when nothing is. */
export type CompletionSource = (
  around: { before: string; after: string },
  signal: AbortSignal,
) => Promise<string>;

interface Offer {
  at: number;
  text: string;
}

/** Milliseconds without a key before anybody is asked. */
const PAUSE = 600;
/** Characters on either side that are sent. */
const REACH = 4_000;

const setOffer = StateEffect.define<Offer | null>();

const offered = StateField.define<Offer | null>({
  create: () => null,
  update(offer, transaction) {
    for (const effect of transaction.effects) if (effect.is(setOffer)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : offer;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (offer) =>
      offer === null
        ? Decoration.none
        : Decoration.set([Decoration.widget({ widget: new Ghost(offer.text), side: 1 }).range(offer.at)]),
    ),
});

class Ghost extends WidgetType {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-ghost';
    element.textContent = this.text;
    return element;
  }
  override eq(other: Ghost): boolean {
    return this.text === other.text;
  }
}

/** Offers, after a pause, what could come next at the cursor: Tab takes it, Escape or any other key leaves it. */
export function inlineCompletion(source: CompletionSource): Extension {
  return [offered, keys, look, asking(source)];
}

const keys = Prec.highest(
  keymap.of([
    {
      key: 'Tab',
      run: (view) => {
        const offer = view.state.field(offered);
        if (offer === null || view.state.readOnly) return false;
        view.dispatch({
          changes: { from: offer.at, insert: offer.text },
          selection: { anchor: offer.at + offer.text.length },
          userEvent: 'input.complete',
          scrollIntoView: true,
        });
        return true;
      },
    },
    {
      key: 'Escape',
      run: (view) => {
        if (view.state.field(offered) === null) return false;
        view.dispatch({ effects: setOffer.of(null) });
        return true;
      },
    },
  ]),
);

const look = EditorView.baseTheme({ '.cm-ghost': { opacity: '0.45', whiteSpace: 'pre-wrap' } });

function asking(source: CompletionSource): Extension {
  return ViewPlugin.fromClass(
    class {
      timer: ReturnType<typeof setTimeout> | undefined;
      request: AbortController | null = null;

      update({ docChanged, selectionSet, transactions, view }: ViewUpdate) {
        if (!docChanged && !selectionSet) return;
        this.stop();
        // Only what somebody types is gone on with, and not what was just taken, pasted or undone.
        if (transactions.some((one) => one.isUserEvent('input.type')))
          this.timer = setTimeout(() => void this.ask(view), PAUSE);
      }

      async ask(view: EditorView) {
        const { state } = view;
        const { head, empty } = state.selection.main;
        const rest = state.sliceDoc(head, state.doc.lineAt(head).to);
        const isMidLine = rest.trim() !== '' && !/^[\s)\]};,]*$/.test(rest);
        if (!empty || state.readOnly || isMidLine || completionStatus(state) === 'active') return;
        const request = new AbortController();
        this.request = request;
        const around = {
          before: state.sliceDoc(Math.max(0, head - REACH), head),
          after: state.sliceDoc(head, head + REACH),
        };
        // Nobody asked for it: what goes wrong is not worth a word.
        const text = await source(around, request.signal).catch(() => '');
        if (request.signal.aborted || text.trim() === '') return;
        view.dispatch({ effects: setOffer.of({ at: head, text }) });
      }

      stop() {
        clearTimeout(this.timer);
        this.request?.abort();
        this.request = null;
      }

      destroy() {
        this.stop();
      }
    },
  );
}
