import { EDITOR_FOCUS_DELAY } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { usePersisted } from '../../lib/persisted.ts';
import { showToast } from '../../lib/toast.ts';
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx';
import type { CodeEditorHandle, EditorChange } from '../../ui/code-editor/create-code-editor.ts';
import { EditorNotes } from './editor-notes.tsx';
import { PaneSplitter } from './pane-splitter.tsx';
import { rowLimitPreference, splitPreference } from './preferences.ts';
import { prepareRun } from './prepare-run.ts';
import { ResultsPane } from './results-pane.tsx';
import { failureText } from './run-failure.ts';
import { RunToolbar } from './run-toolbar.tsx';
import { mayChangeSchema } from './schema-change.ts';
import classes from './sql-workbench.module.css';
import { useDraft } from './use-draft.ts';
import { useSqlRun } from './use-sql-run.ts';

interface SqlWorkbenchProps {
  projectRef: string;
  isReadOnly: boolean;
  hasUnknownSnippet: boolean;
}

/** Editor above, results below. */
export function SqlWorkbench({ projectRef, isReadOnly, hasUnknownSnippet }: SqlWorkbenchProps) {
  const editor = useRef<CodeEditorHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { state, start, cancel, pick } = useSqlRun(projectRef);
  const { initialText, keeper, kept } = useDraft(projectRef);
  const [rowLimit, setRowLimit] = usePersisted(rowLimitPreference, projectRef);
  const [split, setSplit] = usePersisted(splitPreference);
  const [areResultsShown, setResultsShown] = useState(true);
  const [text, setText] = useState(() => ({
    isBlank: initialText.trim() === '',
    hasSelection: false,
    isLarge: false,
  }));
  const catalog = useCatalog(
    projectRef,
    state.phase === 'running' || state.phase === 'idle' ? null : state.run.request.sql,
  );

  const isRunning = state.phase === 'running';
  const failure = useMemo(
    () => (state.phase === 'failed' ? failureText(state.failure, state.run.request) : null),
    [state],
  );

  const changed = (change: EditorChange) => {
    if (change.textChanged) keeper.changed(() => change.text.toString());
    const next = {
      isBlank: isBlank(change.text),
      hasSelection: change.hasSelection,
      isLarge: change.isLarge,
    };
    setText((before) => (isSame(before, next) ? before : next));
  };

  const run = () => {
    if (isRunning || editor.current === null) return;
    const prepared = prepareRun(editor.current.textToRun(), rowLimit);
    if (prepared.kind === 'empty') return;
    if (prepared.kind === 'too-large') {
      void showToast('failed', `Failed to execute SQL: ${prepared.message}`);
      return;
    }
    keeper.flush();
    setResultsShown(true);
    start(prepared.request);
  };

  return (
    <div
      ref={frame}
      className={classes.workbench}
      style={{ '--split': areResultsShown ? split : 1 } as React.CSSProperties}
    >
      <RunToolbar
        canRun={!text.isBlank}
        isRunning={isRunning}
        hasSelection={text.hasSelection}
        rowLimit={rowLimit}
        isReadOnly={isReadOnly}
        onRun={run}
        onCancel={() => {
          cancel();
          // The button that had the focus is gone.
          editor.current?.focus();
        }}
        onRowLimit={setRowLimit}
      />
      <EditorNotes kept={kept} isLarge={text.isLarge} hasUnknownSnippet={hasUnknownSnippet} />
      <div className={classes.editor}>
        <CodeEditor
          ref={editor}
          initialText={initialText}
          label="SQL"
          example="select version();"
          catalog={catalog}
          errorLine={failure?.line ?? null}
          focusAfter={EDITOR_FOCUS_DELAY}
          onChange={changed}
          onRun={run}
        />
      </div>
      {areResultsShown && <PaneSplitter frame={frame} split={split} onChange={setSplit} />}
      <ResultsPane
        state={state}
        failure={failure}
        isShown={areResultsShown}
        onShow={setResultsShown}
        onPick={pick}
        onGoToLine={(line) => editor.current?.goToLine(line)}
      />
    </div>
  );
}

/** What completion knows of the database: asked once, and again after a run that may have changed it. */
function useCatalog(projectRef: string, endedSql: string | null) {
  const queryClient = useQueryClient();
  const options = orpc.database.completion.queryOptions({ input: { ref: projectRef } });
  const { data } = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY });
  const { queryKey } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made anew by each rendering from the project's ref
  useEffect(() => {
    if (endedSql !== null && mayChangeSchema(endedSql)) void queryClient.invalidateQueries({ queryKey });
  }, [endedSql, projectRef, queryClient]);
  return data;
}

/** Only a short text is looked at: a long one of nothing but spaces is not worth reading at every key. */
function isBlank(text: EditorChange['text']): boolean {
  return text.length === 0 || (text.length < 2_000 && text.toString().trim() === '');
}

function isSame<T extends Record<string, boolean>>(a: T, b: T): boolean {
  return Object.keys(a).every((key) => a[key] === b[key]);
}
