import { Compartment, type Extension } from '@codemirror/state';
import { type Command, type EditorView, keymap } from '@codemirror/view';

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
