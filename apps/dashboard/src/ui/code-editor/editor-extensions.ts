import { EDITOR_TAB_SIZE } from '@basalt/contract';
import { closeBracketsKeymap, completionKeymap, completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  type Command,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import { errorLine } from './error-line.ts';

/** What every editor of code has, whatever the language. Tab indents by two; Escape, then Tab, leaves. */
export function codeEditing(label: string): Extension {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    EditorState.tabSize.of(EDITOR_TAB_SIZE),
    indentUnit.of(' '.repeat(EDITOR_TAB_SIZE)),
    EditorState.allowMultipleSelections.of(true),
    // It takes the focus without `tabindex` too, but whoever asks how long lines are scrolled without a mouse looks for that.
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', tabindex: '0' }),
    findInText(),
    errorLine,
    escapeThenTab,
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      indentWithTab,
      ...defaultKeymap,
    ]),
    editorTheme,
  ];
}

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
const escapeThenTab = EditorView.domEventHandlers({
  keyup(event, view) {
    if (event.key === 'Escape' && completionStatus(view.state) === null) view.setTabFocusMode(WINDOW);
    return false;
  },
});

type Search = typeof import('@codemirror/search');

const compartment = new Compartment();

/** Finding and replacing, with the usual keys: what does the work is fetched when it is first asked for. */
function findInText(): Extension {
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
