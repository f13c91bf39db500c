import { completionStatus } from '@codemirror/autocomplete';
import { Compartment, type Extension, Prec } from '@codemirror/state';
import { type Command, EditorView, keymap, placeholder } from '@codemirror/view';

/** Shows `text` in the empty editor; Tab writes it there. */
export function exampleText(text: string): Extension {
  return [
    placeholder(text),
    Prec.high(
      keymap.of([
        {
          key: 'Tab',
          run: (view) => {
            if (view.state.doc.length > 0 || view.state.readOnly) return false;
            view.dispatch({
              changes: { from: 0, insert: text },
              selection: { anchor: text.length },
              userEvent: 'input.complete',
            });
            return true;
          },
        },
      ]),
    ),
  ];
}

/** How long after Escape the Tab key still leaves the editor, unless another key is pressed first. */
const WINDOW = 30_000;

/**
 * Tab indents, so the keyboard needs a way out: Escape, then Tab. The editor grants two seconds by itself,
 * which is too short for those who need it most. Listens for the release of the key because the editor sets
 * its own two seconds when the key goes down.
 */
export const escapeThenTab = EditorView.domEventHandlers({
  keyup(event, view) {
    if (event.key === 'Escape' && completionStatus(view.state) === null) view.setTabFocusMode(WINDOW);
    return false;
  },
});

type Search = typeof import('@codemirror/search');

const compartment = new Compartment();

/** Finding and replacing, with the usual keys: what does the work is fetched when it is first asked for. */
export function findInText(): Extension {
  return compartment.of(
    keymap.of([
      { key: 'Mod-f', run: loading((search) => search.openSearchPanel), preventDefault: true },
      { key: 'Mod-d', run: loading((search) => search.selectNextOccurrence), preventDefault: true },
      { key: 'Mod-Alt-g', run: loading((search) => search.gotoLine) },
    ]),
  );
}

/** Fetches the library, puts it in the place of these keys, and does what was asked. */
function loading(command: (search: Search) => Command): (view: EditorView) => true {
  return (view) => {
    void import('@codemirror/search').then((library) => {
      const { search, searchKeymap } = library;
      view.dispatch({ effects: compartment.reconfigure([search({ top: true }), keymap.of(searchKeymap)]) });
      command(library)(view);
    });
    return true;
  };
}
