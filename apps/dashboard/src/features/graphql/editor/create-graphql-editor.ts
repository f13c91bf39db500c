import { Compartment, EditorState, Prec, StateEffect } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { assistance } from '../../../ui/code-editor/assistance.ts';
import { codeEditing } from '../../../ui/code-editor/editor-extensions.ts';

/** `answer` is JSON that cannot be changed. */
export type EditorMode = 'query' | 'variables' | 'answer';

interface GraphqlEditorOptions {
  parent: HTMLElement;
  label: string;
  mode: EditorMode;
  text: string;
  onChange: (text: string) => void;
  /** Cmd/Ctrl+Enter. */
  onRun: () => void;
}

/** A mounted editor, free of React. */
export interface GraphqlEditorHandle {
  /** Replaces the whole text; it can be undone. */
  setText(text: string): void;
  /** What is completed and checked. */
  setSchema(schema: GraphQLSchema | null): void;
  /** Where the cursor stands. */
  cursor(): number;
  focus(): void;
  destroy(): void;
}

export function createGraphqlEditor(options: GraphqlEditorOptions): GraphqlEditorHandle {
  const { parent, label, mode, text, onChange, onRun } = options;
  const run = () => {
    onRun();
    return true;
  };
  const language = new Compartment();
  let known: GraphQLSchema | null = null;
  let isGone = false;
  let tellSchema = (_: GraphQLSchema | null): void => {};
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run, preventDefault: true }])),
        language.of([]),
        mode === 'answer' ? [] : assistance(),
        codeEditing(label),
        EditorState.readOnly.of(mode === 'answer'),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && mode !== 'answer') onChange(state.doc.toString());
        }),
      ],
    }),
  });
  // Languages are larger than the editor: one can write before they are there.
  if (mode === 'query')
    void import('./query-language.ts').then(({ queryLanguage, updateSchema }) => {
      if (isGone) return;
      view.dispatch({ effects: language.reconfigure(queryLanguage(known)) });
      tellSchema = (schema) => updateSchema(view, schema ?? undefined);
      return import('./query-checks.ts').then(({ queryChecks, checkAgain }) => {
        if (isGone) return;
        view.dispatch({ effects: StateEffect.appendConfig.of(queryChecks(() => known)) });
        tellSchema = (schema) => {
          updateSchema(view, schema ?? undefined);
          checkAgain(view);
        };
      });
    });
  else
    void import('./json-language.ts').then(({ jsonLanguage }) => {
      if (!isGone) view.dispatch({ effects: language.reconfigure(jsonLanguage) });
    });
  return {
    setText(next) {
      const { doc } = view.state;
      if (doc.toString() !== next) view.dispatch({ changes: { from: 0, to: doc.length, insert: next } });
    },
    setSchema(schema) {
      known = schema;
      tellSchema(schema);
    },
    cursor: () => view.state.selection.main.head,
    focus: () => view.focus(),
    destroy() {
      isGone = true;
      view.destroy();
    },
  };
}
