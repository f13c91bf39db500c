import { type RefObject, useMemo, useRef } from 'react';
import { showToast } from '../../lib/toast.ts';
import { prepareRun } from '../../query/prepare-run.ts';
import { type FailureText, failureText } from '../../query/run-failure.ts';
import { type SqlRun, useSqlRun } from '../../query/use-sql-run.ts';
import type { CodeEditorHandle } from '../../ui/code-editor/create-code-editor.ts';
import { explainText } from './explain-text.ts';
import { useRunHistory } from './history/use-run-history.ts';
import { bindText } from './parameters/bind-text.ts';

interface EditorRunOptions {
  projectRef: string;
  editor: RefObject<CodeEditorHandle | null>;
  rowLimit: number;
  isReadOnly: boolean;
  /** Values of the parameters in the text. */
  values: () => Readonly<Record<string, string>>;
  /** Something is about to be sent. */
  onStart: () => void;
}

export interface EditorRun {
  sqlRun: SqlRun;
  failure: FailureText | null;
  /** Runs the selection, or everything. */
  run: () => void;
  /** Shows the plan of the statement at the cursor, which itself is not run. */
  explain: () => void;
}

/** Runs what is in an editor. */
export function useEditorRun(options: EditorRunOptions): EditorRun {
  const { projectRef, editor, rowLimit, isReadOnly, values, onStart } = options;
  const sqlRun = useSqlRun(projectRef);
  const { state, start } = sqlRun;
  const source = useRef('');
  useRunHistory(projectRef, state, source);
  const failure = useMemo(
    () => (state.phase === 'failed' ? failureText(state.failure, state.run.request) : null),
    [state],
  );

  /** `asked` is what is made of the text once its parameters are bound; null when nothing can be. */
  const send = (
    text: { sql: string; firstLine: number },
    asked: (sql: string) => string | null,
    [limit, readOnly]: [limit: number, readOnly: boolean],
  ) => {
    if (state.phase === 'running' || state.phase === 'asking') return;
    const bound = bindText(text, values());
    if (!bound.ok) return fail(bound.message);
    const { parameters } = bound;
    const sql = asked(bound.text.sql);
    if (sql === null) return fail('Select one statement: only one can be explained at a time.');
    const prepared = prepareRun({ ...bound.text, sql }, limit, { readOnly, parameters });
    if (prepared.kind === 'empty') return;
    if (prepared.kind === 'too-large') return fail(prepared.message);
    source.current = text.sql;
    onStart();
    start(prepared.request);
  };

  return {
    sqlRun,
    failure,
    run() {
      const text = editor.current?.textToRun();
      if (text !== undefined) send(text, (sql) => sql, [rowLimit, isReadOnly]);
    },
    explain() {
      const text = editor.current?.statementAtCursor() ?? null;
      if (text !== null) send(text, explainText, [-1, true]);
    },
  };
}

function fail(message: string): void {
  void showToast('failed', `Failed to execute SQL: ${message}`);
}
