import { type ChartConfig, DEFAULT_CHART, EDITOR_FOCUS_DELAY } from '@basalt/contract';
import {
  IconHistory,
  IconIndentIncrease,
  IconListDetails,
  IconRoute,
  IconTemplate,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { EditorArea } from '../../ai-edit/editor-area.tsx';
import { useAiPort } from '../../ai-edit/use-ai-port.ts';
import { useInlineCompletion } from '../../ai-edit/use-inline-completion.ts';
import { usePersisted } from '../../lib/persisted.ts';
import { ConfirmRun } from '../../query/confirm/confirm-run.tsx';
import type { EditorDocument } from '../../query/editor-document.ts';
import { ResultsPane } from '../../query/results/results-pane.tsx';
import type { CodeEditorHandle, EditorChange } from '../../ui/code-editor/create-code-editor.ts';
import type { NavigationState } from '../../ui/navigation-pane/use-navigation-state.ts';
import { Later } from '../../ui/pages/later.tsx';
import { DocumentBar, EditorNotes } from './document-bar.tsx';
import { type EditorDialog, EditorDialogs } from './editor-dialogs.tsx';
import { isBlankText } from './editor-text.ts';
import { PaneSplitter } from './pane-splitter.tsx';
import { useParameters } from './parameters/use-parameters.ts';
import { readOnlyPreference, rowLimitPreference, splitPreference } from './preferences.ts';
import { RunToolbar } from './run-toolbar.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import classes from './sql-workbench.module.css';
import { useCatalog } from './use-catalog.ts';
import { useEditorRun } from './use-editor-run.ts';
import { useFormat } from './use-format.ts';
import { useOpenDocument } from './use-open-document.ts';

const ParameterRow = lazy(async () => ({
  default: (await import('./parameters/parameter-row.tsx')).ParameterRow,
}));

interface SqlWorkbenchProps {
  projectRef: string;
  /** Whoever may only read cannot turn writing on. */
  isReadOnlyForced: boolean;
  document: EditorDocument;
  navigation: NavigationState | null;
  onShowRunning: () => void;
}

/** Toolbar, editor and results of one document. */
export function SqlWorkbench(props: SqlWorkbenchProps): ReactNode {
  const { projectRef, isReadOnlyForced, document, navigation, onShowRunning } = props;
  const ai = useAiPort(projectRef, 'pgsql');
  const editor = useRef<CodeEditorHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  useInlineCompletion(projectRef, editor, ai);
  const [rowLimit, setRowLimit] = usePersisted(rowLimitPreference, projectRef);
  const [wantsReadOnly, setReadOnly] = usePersisted(readOnlyPreference, projectRef);
  const [split, setSplit] = usePersisted(splitPreference);
  const [areResultsShown, setResultsShown] = useState(true);
  const [chart, setChart] = useState<ChartConfig>(DEFAULT_CHART);
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const [text, setText] = useState(() => ({
    isBlank: isBlankText(document.initialText),
    hasSelection: false,
    isLarge: false,
  }));
  const isReadOnly = isReadOnlyForced || wantsReadOnly;
  const parameters = useParameters(document.key, document.initialText);
  const { sqlRun, failure, run, explain } = useEditorRun({
    projectRef,
    editor,
    rowLimit,
    isReadOnly,
    values: parameters.known,
    onStart: () => {
      document.ran?.();
      document.flush();
      setResultsShown(true);
    },
  });
  const { state, cancel, pick } = sqlRun;
  const catalog = useCatalog(projectRef, state);
  const format = useFormat(editor, document.isEditable);
  useOpenDocument(document, editor);

  const changed = (change: EditorChange) => {
    if (change.edit !== null) {
      document.changed(() => change.text.toString(), change.edit);
      parameters.textChanged(change.text);
    }
    const next = {
      isBlank: isBlankText(change.text),
      hasSelection: change.hasSelection,
      isLarge: change.isLarge,
    };
    setText((before) => (isSame(before, next) ? before : next));
  };

  const tools = [
    { label: 'Templates', icon: IconTemplate, onChoose: () => setDialog('templates') },
    { label: 'Format', icon: IconIndentIncrease, keys: SHORTCUTS.format, onChoose: format },
    { label: 'Explain', icon: IconRoute, keys: SHORTCUTS.explain, onChoose: explain },
    { label: 'History', icon: IconHistory, onChoose: () => setDialog('history') },
    { label: 'Running queries', word: 'Running', icon: IconListDetails, onChoose: onShowRunning },
  ];

  return (
    <div
      ref={frame}
      className={classes.workbench}
      style={{ '--split': areResultsShown ? split : 1 } as React.CSSProperties}
    >
      <DocumentBar navigation={navigation}>{document.header}</DocumentBar>
      <RunToolbar
        canRun={!text.isBlank}
        isRunning={state.phase === 'running'}
        hasSelection={text.hasSelection}
        rowLimit={rowLimit}
        isReadOnly={isReadOnly}
        isReadOnlyForced={isReadOnlyForced}
        tools={tools}
        onRun={run}
        onCancel={() => {
          cancel();
          // The button that had the focus is gone.
          editor.current?.focus();
        }}
        onRowLimit={setRowLimit}
        onReadOnly={setReadOnly}
      />
      {parameters.list.length > 0 && (
        <Suspense>
          <ParameterRow parameters={parameters} />
        </Suspense>
      )}
      {document.notice}
      <EditorNotes isLarge={text.isLarge} />
      <div className={classes.editor}>
        <EditorArea
          editor={editor}
          ai={ai}
          initialText={document.initialText}
          label="SQL"
          catalog={catalog}
          errorLine={failure?.line ?? null}
          focusAfter={EDITOR_FOCUS_DELAY}
          isReadOnly={!document.isEditable}
          keys={{ 'Mod-Shift-Enter': explain, 'Alt-Shift-f': format }}
          onChange={changed}
          onRun={run}
        />
      </div>
      {areResultsShown && <PaneSplitter frame={frame} split={split} onChange={setSplit} />}
      <Later fallback={<div className={classes.results} />}>
        <ResultsPane
          state={state}
          failure={failure}
          isShown={areResultsShown}
          onShow={setResultsShown}
          onPick={pick}
          onGoToLine={(line) => editor.current?.goToLine(line)}
          chart={chart}
          onChart={setChart}
        />
        <ConfirmRun run={sqlRun} projectRef={projectRef} />
        <EditorDialogs
          projectRef={projectRef}
          editor={editor}
          isEditable={document.isEditable}
          open={dialog}
          onClose={() => setDialog(null)}
        />
      </Later>
    </div>
  );
}

function isSame<T extends Record<string, boolean>>(a: T, b: T): boolean {
  return Object.keys(a).every((key) => a[key] === b[key]);
}
