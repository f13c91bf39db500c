import { EDITOR_DIFF_DELAY } from '@basalt/contract';
import { unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { dialect } from './dialect.ts';
import { editorTheme } from './editor-theme.ts';

export interface DiffViewOptions {
  parent: HTMLElement;
  label: string;
  original: string;
  modified: string;
  /** What the texts are colored as. */
  language: 'sql' | 'typescript';
}

export interface DiffViewHandle {
  /** Compares with another text, once it has not changed for a moment: a text that is still written comes in pieces. */
  setModified(text: string): void;
  focus(): void;
  destroy(): void;
}

/** Two texts in one view, read only: what goes is struck, what comes is marked. */
export function createDiffView(options: DiffViewOptions): DiffViewHandle {
  const { parent, label, original, modified, language } = options;
  const colors = new Compartment();
  let isDestroyed = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: modified,
      extensions: [
        lineNumbers(),
        colors.of(language === 'sql' ? dialect.extension : []),
        editorTheme,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        unifiedMergeView({
          original,
          mergeControls: false,
          allowInlineDiffs: false,
          // Long texts are compared roughly rather than slowly.
          diffConfig: { scanLimit: 500, timeout: 200 },
          collapseUnchanged: { margin: 3, minSize: 8 },
        }),
      ],
    }),
  });
  if (language === 'typescript')
    void import('@codemirror/lang-javascript').then(({ typescriptLanguage }) => {
      if (!isDestroyed) view.dispatch({ effects: colors.reconfigure(typescriptLanguage) });
    });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    setModified(text) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (view.state.doc.toString() === text) return;
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      }, EDITOR_DIFF_DELAY);
    },
    focus: () => view.contentDOM.focus(),
    destroy() {
      clearTimeout(timer);
      isDestroyed = true;
      view.destroy();
    },
  };
}
