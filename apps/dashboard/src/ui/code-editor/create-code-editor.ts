import { type CompletionCatalog, EDITOR_TAB_SIZE } from '@basalt/contract';
import { closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';

import { indentUnit } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { assistance, isLargeText } from './assistance.ts';
import { catalogCompletion } from './catalog-completion.ts';
import { dialect } from './dialect.ts';
import { editorTheme } from './editor-theme.ts';
import { errorLine, markErrorLine } from './error-line.ts';
import { escapeThenTab } from './escape-then-tab.ts';
import { exampleText } from './example-text.ts';
import { type TextToRun, textToRun } from './text-to-run.ts';

/** The text without making a string of it: that costs a copy of the whole text. */
export interface EditorText {
  readonly length: number;
  readonly lines: number;
  toString(): string;
}

/** What changed with a keystroke, a paste or a moved selection. */
export interface EditorChange {
  text: EditorText;
  textChanged: boolean;
  hasSelection: boolean;
  /** Completion and bracket matching are off because the text is large. */
  isLarge: boolean;
}

export interface CodeEditorOptions {
  parent: HTMLElement;
  initialText: string;
  label: string;
  example?: string;
  onChange: (change: EditorChange) => void;
  onRun: () => void;
}

/** A mounted editor, free of React. */
export interface CodeEditorHandle {
  textToRun(): TextToRun;
  text(): EditorText;
  /** Replaces everything; undo brings the old text back. */
  setText(text: string): void;
  /** Marks a line, counted from 1, and scrolls to it; null removes the mark. */
  showErrorLine(line: number | null): void;
  /** Puts the cursor at the start of a line, counted from 1. */
  goToLine(line: number): void;
  setCatalog(catalog: CompletionCatalog): void;
  focus(): void;
  destroy(): void;
}

/** An SQL editor in `parent`. Tab indents by two; Escape, then Tab, leaves; Cmd/Ctrl+Enter runs. */
export function createCodeEditor(options: CodeEditorOptions): CodeEditorHandle {
  const catalog = new Compartment();
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.initialText,
      extensions: [extensions(options), catalog.of([]), reportChanges(options.onChange)],
    }),
  });

  return {
    textToRun: () => textToRun(view.state),
    text: () => view.state.doc,
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    showErrorLine(line) {
      const { doc } = view.state;
      const isInside = line !== null && line >= 1 && line <= doc.lines;
      view.dispatch({
        effects: [
          markErrorLine(line),
          ...(isInside
            ? [EditorView.scrollIntoView(doc.line(line).from, { y: 'nearest', yMargin: 40 })]
            : []),
        ],
      });
    },
    goToLine(line) {
      const { doc } = view.state;
      const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    setCatalog: (next) => view.dispatch({ effects: catalog.reconfigure(catalogCompletion(next)) }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function extensions({ label, example, onRun }: CodeEditorOptions): Extension {
  const run = () => {
    onRun();
    return true;
  };
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run, preventDefault: true }])),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    EditorState.tabSize.of(EDITOR_TAB_SIZE),
    indentUnit.of(' '.repeat(EDITOR_TAB_SIZE)),
    EditorState.allowMultipleSelections.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' }),
    dialect.extension,
    assistance(),
    search({ top: true }),
    errorLine,
    escapeThenTab,
    example === undefined ? [] : exampleText(example),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      indentWithTab,
      ...defaultKeymap,
    ]),
    editorTheme,
  ];
}

function reportChanges(onChange: CodeEditorOptions['onChange']): Extension {
  return EditorView.updateListener.of(({ state, docChanged, selectionSet }) => {
    if (!docChanged && !selectionSet) return;
    onChange({
      text: state.doc,
      textChanged: docChanged,
      hasSelection: !state.selection.main.empty,
      isLarge: isLargeText(state),
    });
  });
}
