import {
  javascriptLanguage,
  jsxLanguage,
  tsxLanguage,
  typescriptLanguage,
} from '@codemirror/lang-javascript';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { assistance } from './assistance.ts';
import { blockAbove, hideBlock, showBlock } from './block-above.ts';
import { codeEditing } from './editor-extensions.ts';
import { markErrorLine } from './error-line.ts';
import { aroundSelection, type TextAroundSelection } from './text-to-run.ts';
import type { ScriptClient } from './typescript/script-client.ts';
import { lookAgain, scriptCompletion, scriptProblems } from './typescript/script-help.ts';

/** A file as the editor shows it. */
export interface ScriptFile {
  /** The same while the file is renamed. */
  id: number;
  /** Its ending says which language it is in. */
  path: string;
  text: string;
}

interface ScriptEditorOptions {
  parent: HTMLElement;
  isReadOnly: boolean;
  /** Says what is wrong, and what can be written. */
  client: ScriptClient;
  onChange: (fileId: number, text: string) => void;
  /** Cmd/Ctrl+Enter and Cmd/Ctrl+S. */
  onRun: () => void;
  /** Cmd/Ctrl+K. */
  onPrompt: () => void;
}

/** A mounted editor of several files, free of React. Each file keeps its own undo, selection and place. */
export interface ScriptEditorHandle {
  /** Shows a file. The text that is given counts only when the editor does not have the file yet. */
  open(file: ScriptFile): void;
  /** Looks for problems in the open file anew: what it imports has changed. */
  lookAgain(): void;
  /** Marks a line of the open file, counted from 1, and scrolls to it; null removes the mark. */
  showErrorLine(line: number | null): void;
  /** Puts the cursor into the open file, at a line counted from 1. */
  goToLine(line: number): void;
  /** The text of the open file. */
  text(): { toString(): string };
  aroundSelection(): TextAroundSelection;
  /** Replaces the text of the open file, as one step of undo. */
  setText(text: string): void;
  /** Nobody types until it is unlocked. */
  setLocked(isLocked: boolean): void;
  /** Makes room above the line of the selection for an element; null takes it away. */
  showAbove(element: HTMLElement | null): void;
  focus(): void;
  destroy(): void;
}

export function createScriptEditor(options: ScriptEditorOptions): ScriptEditorHandle {
  const { parent, isReadOnly, client, onChange, onRun, onPrompt } = options;
  const lock = new Compartment();
  const states = new Map<number, { path: string; state: EditorState }>();
  let open: ScriptFile | null = null;
  const view = new EditorView({ parent });

  const run = () => {
    onRun();
    return true;
  };
  const prompt = () => {
    if (isReadOnly) return false;
    onPrompt();
    return true;
  };
  const stateOf = ({ id, path, text }: ScriptFile) =>
    EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(
          keymap.of([
            { key: 'Mod-Enter', run, preventDefault: true },
            { key: 'Mod-s', run, preventDefault: true },
            { key: 'Mod-k', run: prompt, preventDefault: true },
          ]),
        ),
        languageOf(path, client),
        codeEditing(`Code of ${path}`),
        blockAbove,
        lock.of(EditorState.readOnly.of(isReadOnly)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(id, state.doc.toString());
        }),
      ],
    });

  return {
    open(file) {
      if (open !== null) states.set(open.id, { path: open.path, state: view.state });
      const known = states.get(file.id);
      // Another ending may be another language.
      const isSame = known !== undefined && known.path === file.path;
      view.setState(isSame ? known.state : stateOf(file));
      open = file;
      // What it imports may have changed while it was out of sight.
      if (isSame) lookAgain(view);
    },
    lookAgain: () => lookAgain(view),
    showErrorLine(line) {
      const { doc } = view.state;
      const isInside = line !== null && line >= 1 && line <= doc.lines;
      view.dispatch({
        effects: [
          markErrorLine(line),
          ...(isInside ? [EditorView.scrollIntoView(doc.line(line).from, { y: 'center' })] : []),
        ],
      });
    },
    goToLine(line) {
      const { doc } = view.state;
      const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    text: () => view.state.doc,
    aroundSelection: () => aroundSelection(view.state),
    setText(text) {
      const { doc, selection } = view.state;
      view.dispatch({
        changes: { from: 0, to: doc.length, insert: text },
        selection: { anchor: Math.min(selection.main.head, text.length) },
        userEvent: 'input',
        scrollIntoView: true,
      });
    },
    setLocked: (isLocked) =>
      view.dispatch({ effects: lock.reconfigure(EditorState.readOnly.of(isReadOnly || isLocked)) }),
    showAbove: (element) => view.dispatch(element === null ? hideBlock : showBlock(view.state, element)),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** TypeScript and JavaScript, with what TypeScript knows of them; JSON looks the same. Other files are plain. */
function languageOf(path: string, client: ScriptClient): Extension {
  const [, ending] = /\.([cm]?[jt]sx?|jsonc?)$/i.exec(path) ?? [];
  if (ending === undefined) return [];
  const isTyped = /ts/i.test(ending);
  const isElements = /x$/i.test(ending);
  const typed = isElements ? tsxLanguage : typescriptLanguage;
  const language = isTyped ? typed : isElements ? jsxLanguage : javascriptLanguage;
  if (/^json/i.test(ending)) return [language, assistance()];
  const autocomplete = scriptCompletion(client, path);
  return [language, assistance([language.data.of({ autocomplete }), scriptProblems(client, path)])];
}
