import { describeWrite } from '@basalt/sql';
import { type RefObject, useMemo, useRef } from 'react';
import { api } from '../../api/client.ts';
import { showToast } from '../../lib/toast.ts';
import { prepareRun } from '../../query/run/prepare-run.ts';
import { type FailureText, failureText } from '../../query/run/run-failure.ts';
import { type SqlRun, useSqlRun } from '../../query/run/use-sql-run.ts';
import type { CodeEditorHandle } from '../../ui/code-editor/create-code-editor.ts';
import { explainText } from './editor-text.ts';
import { useRunHistory } from './history/run-history.ts';
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
  /** The text that was run last, as it was typed. */
  source: () => string;
  /** Runs the selection, or everything. */
  run: () => void;
  /** Shows the plan of the statement at the cursor, which itself is not run. */
  explain: () => void;
}

/** What is sent of a text, and how. */
interface Asked {
  sql: string;
  limit: number;
  readOnly: boolean;
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

  /** `ask` says what is made of the text once its parameters are bound; null when nothing can be. */
  const send = (text: { sql: string; firstLine: number }, ask: (sql: string) => Asked | null) => {
    if (state.phase === 'running' || state.phase === 'asking') return;
    const bound = bindText(text, values());
    if (!bound.ok) return fail(bound.message);
    const asked = ask(bound.text.sql);
    if (asked === null) return fail('Select one statement: only one can be explained at a time.');
    const { sql, limit, readOnly } = asked;
    const { parameters } = bound;
    const prepared = prepareRun({ ...bound.text, sql }, limit, { readOnly, parameters });
    if (prepared.kind === 'empty') return;
    if (prepared.kind === 'too-large') return fail(prepared.message);
    source.current = text.sql;
    onStart();
    start(prepared.request);
    api.usageEvents.record({ ref: projectRef, event: 'sql_run' }).catch(() => {});
  };

  return {
    sqlRun,
    failure,
    source: () => source.current,
    run() {
      const text = editor.current?.textToRun();
      if (text === undefined) return;
      send(text, (sql) => ({ sql, limit: rowLimit, readOnly: isReadOnly }));
    },
    explain() {
      const text = editor.current?.statementAtCursor() ?? null;
      if (text === null) return;
      send(text, (statement) => {
        const sql = explainText(statement);
        // The reader's role may not even plan a write; asking for its plan writes nothing on the other one either.
        const readOnly = isReadOnly || !describeWrite(statement).writes;
        return sql === null ? null : { sql, limit: -1, readOnly };
      });
    },
  };
}

function fail(message: string): void {
  void showToast('failed', `Failed to execute SQL: ${message}`);
}
