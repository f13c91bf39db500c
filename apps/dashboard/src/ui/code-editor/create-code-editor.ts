import type { CompletionCatalog } from '@basalt/contract';
import { keywordCompletionSource } from '@codemirror/lang-sql';
import { type ChangeSet, Compartment, EditorState, type Extension, Prec, type Text } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';
import type { TextEdit } from '../../lib/saving/text-change.ts';
import { assistance, isLargeText } from './assistance.ts';
import { blockAbove, hideBlock, showBlock } from './block-above.ts';
import { catalogCompletion } from './catalog-completion.ts';
import { dialect } from './dialect.ts';
import { codeEditing, exampleText } from './editor-extensions.ts';
import { markErrorLine } from './error-line.ts';
import type { CompletionSource } from './inline-completion.ts';
import {
  aroundSelection,
  statementAtCursor,
  type TextAroundSelection,
  type TextToRun,
  textToRun,
} from './text-to-run.ts';

/** The text without making a string of it: that costs a copy of the whole text. */
export interface EditorText {
  readonly length: number;
  readonly lines: number;
  toString(): string;
}

/** What changed with a keystroke, a paste or a moved selection. */
export interface EditorChange {
  text: EditorText;
  /** Null: only the selection moved. */
  edit: TextEdit | null;
  hasSelection: boolean;
  /** Completion and bracket matching are off because the text is large. */
  isLarge: boolean;
}

export interface CodeEditorOptions {
  parent: HTMLElement;
  initialText: string;
  label: string;
  example?: string;
  /** Nobody types here. */
  isReadOnly?: boolean;
  onChange: (change: EditorChange) => void;
  onRun: () => void;
  /** What other keys do, such as `{ 'Mod-k': … }`, before the editor's own meaning of them. */
  keys?: Readonly<Record<string, () => void>>;
}

/** A mounted editor, free of React. Changes of the text are one step of undo each. */
export interface CodeEditorHandle {
  textToRun(): TextToRun;
  /** Null when there is no statement. */
  statementAtCursor(): TextToRun | null;
  aroundSelection(): TextAroundSelection;
  text(): EditorText;
  setText(text: string): void;
  /** Writes in place of the selection, at the cursor. */
  insert(text: string): void;
  /** Nobody types until it is unlocked. */
  setLocked(isLocked: boolean): void;
  /** Makes room above the line of the selection for an element; null takes it away. */
  showAbove(element: HTMLElement | null): void;
  /** Marks a line, counted from 1, and scrolls to it; null removes the mark. */
  showErrorLine(line: number | null): void;
  /** Puts the cursor at the start of a line, counted from 1. */
  goToLine(line: number): void;
  setCatalog(catalog: CompletionCatalog): void;
  /** Offers what may come next while somebody types; null ends it. */
  offerCompletion(source: CompletionSource | null): void;
  focus(): void;
  destroy(): void;
}

/** An SQL editor in `parent`. Tab indents by two; Escape, then Tab, leaves; Cmd/Ctrl+Enter runs. */
export function createCodeEditor(options: CodeEditorOptions): CodeEditorHandle {
  const catalog = new Compartment();
  const lock = new Compartment();
  const offers = new Compartment();
  let source: CompletionSource | null = null;
  let isGone = false;
  const { isReadOnly = false } = options;
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.initialText,
      extensions: [
        extensions(options),
        catalog.of([]),
        lock.of(EditorState.readOnly.of(isReadOnly)),
        offers.of([]),
        reportChanges(options.onChange),
      ],
    }),
  });

  return {
    textToRun: () => textToRun(view.state),
    text: () => view.state.doc,
    statementAtCursor: () => statementAtCursor(view.state),
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
    insert: (text) => view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true }),
    setLocked: (isLocked) =>
      view.dispatch({ effects: lock.reconfigure(EditorState.readOnly.of(isReadOnly || isLocked)) }),
    showAbove: (element) => view.dispatch(element === null ? hideBlock : showBlock(view.state, element)),
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
    offerCompletion(next) {
      source = next;
      if (next === null && !isGone) view.dispatch({ effects: offers.reconfigure([]) });
      if (next === null) return;
      void import('./inline-completion.ts').then(({ inlineCompletion }) => {
        if (source === next && !isGone)
          view.dispatch({ effects: offers.reconfigure(inlineCompletion(next)) });
      });
    },
    focus: () => view.focus(),
    destroy() {
      isGone = true;
      view.destroy();
    },
  };
}

function extensions({ label, example, onRun, keys = {} }: CodeEditorOptions): Extension {
  const run = () => {
    onRun();
    return true;
  };
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run, preventDefault: true }, ...bindings(keys)])),
    dialect.extension,
    assistance(dialect.language.data.of({ autocomplete: keywordCompletionSource(dialect) })),
    blockAbove,
    example === undefined ? [] : exampleText(example),
    codeEditing(label),
  ];
}

function bindings(keys: NonNullable<CodeEditorOptions['keys']>): KeyBinding[] {
  return Object.entries(keys).map(([key, act]) => ({
    key,
    preventDefault: true,
    run: () => {
      act();
      return true;
    },
  }));
}

function reportChanges(onChange: CodeEditorOptions['onChange']): Extension {
  return EditorView.updateListener.of(({ state, docChanged, selectionSet, changes }) => {
    if (!docChanged && !selectionSet) return;
    onChange({
      text: state.doc,
      edit: docChanged ? editOf(changes, state.doc) : null,
      hasSelection: !state.selection.main.empty,
      isLarge: isLargeText(state),
    });
  });
}

/** All that was changed at once, as one edit from the first to the last place. */
function editOf(changes: ChangeSet, after: Text): TextEdit {
  const ranges: { from: number; to: number; fromAfter: number; toAfter: number }[] = [];
  changes.iterChangedRanges((from, to, fromAfter, toAfter) => ranges.push({ from, to, fromAfter, toAfter }));
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return { from: 0, to: 0, insert: '', lengthAfter: after.length };
  const insert = after.sliceString(first.fromAfter, last.toAfter);
  return { from: first.from, to: last.to, insert, lengthAfter: after.length };
}
