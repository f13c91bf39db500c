import { autocompletion, closeBrackets, startCompletion } from '@codemirror/autocomplete';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { type Command, keymap, ViewPlugin } from '@codemirror/view';

/** From here on each keystroke would be felt: these parts look at the text around the cursor on every change. */
const LARGE_TEXT = 400_000;

// The icons are letters and emoji of whatever font is there; what an option is stands beside it in words.
const completion = autocompletion({ icons: false, maxRenderedOptions: 60 });

const everything: Extension = [
  // Before the library's own meaning of the key.
  Prec.highest(keymap.of([{ key: 'Ctrl-Space', run: completeNow(completion) }])),
  completion,
  bracketMatching(),
  closeBrackets(),
];

const part = new Compartment();

/** True when {@link assistance} has switched itself off. */
export function isLargeText(state: EditorState): boolean {
  return state.doc.length > LARGE_TEXT;
}

/**
 * Completion and brackets, which switch themselves off in a large text and on again when it shrinks.
 * @param more what goes with them, such as what is completed
 */
export function assistance(more: Extension = []): Extension {
  const all = [everything, more];
  return [
    part.of(all),
    EditorState.transactionExtender.of((transaction) => {
      if (!transaction.docChanged) return null;
      const wasLarge = transaction.startState.doc.length > LARGE_TEXT;
      const isLarge = transaction.newDoc.length > LARGE_TEXT;
      return wasLarge === isLarge ? null : { effects: part.reconfigure(isLarge ? [] : all) };
    }),
  ];
}

/**
 * A command that opens the list of `completion`, the extension made by `autocompletion`. Whoever presses a key for it
 * waits for nothing else: the library collects keys for 50 ms before it asks its sources, even then.
 */
function completeNow(completion: Extension): Command {
  const parts: readonly unknown[] = Array.isArray(completion) ? completion : [];
  const plugins = parts.filter((part) => part instanceof ViewPlugin);
  return (view) => {
    const isStarted = startCompletion(view);
    for (const plugin of plugins) {
      // Not part of what the library promises: without it the list comes 50 ms later.
      const { startUpdate } = (view.plugin(plugin) ?? {}) as { startUpdate?: unknown };
      if (isStarted && typeof startUpdate === 'function') startUpdate.call(view.plugin(plugin));
    }
    return isStarted;
  };
}
