import { EDITOR_FOCUS_DELAY } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { EditorArea } from '../../../ai-edit/editor-area.tsx';
import { useAiPort } from '../../../ai-edit/use-ai-port.ts';
import { useInlineCompletion } from '../../../ai-edit/use-inline-completion.ts';
import { useProject } from '../../../api/use-project.ts';
import { usePersisted } from '../../../lib/persisted.ts';
import { ConfirmRun } from '../../../query/confirm/confirm-run.tsx';
import type { CodeEditorHandle } from '../../../ui/code-editor/create-code-editor.ts';
import { isBlankText } from '../editor-text.ts';
import { useParameters } from '../parameters/use-parameters.ts';
import { readOnlyPreference, rowLimitPreference } from '../preferences.ts';
import { SHORTCUTS } from '../shortcuts.ts';
import { useCatalog } from '../use-catalog.ts';
import { useEditorRun } from '../use-editor-run.ts';
import { useFormat } from '../use-format.ts';
import { useOfferedEditor } from '../use-open-document.ts';
import { KEPT, usePanelText } from './panel-text.ts';
import { SaveSnippetForm } from './save-snippet-form.tsx';
import classes from './sql-panel.module.css';

const TemplateDialog = lazy(async () => ({
  default: (await import('../templates/template-dialog.tsx')).TemplateDialog,
}));

const ParameterRow = lazy(async () => ({
  default: (await import('../parameters/parameter-row.tsx')).ParameterRow,
}));

const PanelResults = lazy(async () => ({ default: (await import('./panel-results.tsx')).PanelResults }));

interface SqlPanelProps {
  projectRef: string;
  onClose: () => void;
}

const NOT_SAVED = 'Your queries will not be saved as you do not have sufficient permissions.';

/** A small SQL editor beside whatever page is open. */
export function SqlPanel({ projectRef, onClose }: SqlPanelProps) {
  const ai = useAiPort(projectRef, 'pgsql');
  const editor = useRef<CodeEditorHandle>(null);
  useInlineCompletion(projectRef, editor, ai);
  const abilities = useProject(projectRef).data?.abilities;
  const text = usePanelText(projectRef);
  const [isBlank, setBlank] = useState(() => isBlankText(text.initial));
  const [isUnkept, setUnkept] = useState(false);
  const [open, setOpen] = useState<'templates' | 'save' | null>(null);
  const [areResultsShown, setResultsShown] = useState(true);
  const [rowLimit] = usePersisted(rowLimitPreference, projectRef);
  const [wantsReadOnly] = usePersisted(readOnlyPreference, projectRef);
  const parameters = useParameters(`panel:${projectRef}`, text.initial);
  const mayRun = abilities?.run_sql === true;
  const { sqlRun, failure, source, run, explain } = useEditorRun({
    projectRef,
    editor,
    rowLimit,
    isReadOnly: !mayRun || wantsReadOnly,
    values: parameters.known,
    onStart: () => {
      text.flush();
      setResultsShown(true);
    },
  });
  const { state, cancel, pick } = sqlRun;
  const catalog = useCatalog(projectRef, state);
  const format = useFormat(editor, true);
  useOfferedEditor(editor, true);
  const isRunning = state.phase === 'running';
  const noSave =
    abilities?.create_content === false ? NOT_SAVED : isBlank ? 'There is nothing to save yet.' : null;
  const cannotRun = abilities !== undefined && !mayRun && !abilities.read_sql;

  return (
    <div className={classes.panel}>
      <header className={classes.header}>
        <h2 className={classes.title}>SQL Editor</h2>
        <Button size="xs" onClick={() => setOpen('templates')}>
          Templates
        </Button>
        <Button
          size="xs"
          title={noSave ?? undefined}
          {...(noSave === null ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => {
            if (noSave === null) setOpen('save');
          }}
        >
          Save as snippet
        </Button>
        <button
          type="button"
          className={classes.close}
          aria-label="Close the SQL editor panel"
          onClick={onClose}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      </header>
      {open === 'save' && (
        <SaveSnippetForm
          projectRef={projectRef}
          sql={() => editor.current?.text().toString() ?? ''}
          onClose={() => setOpen(null)}
        />
      )}
      {parameters.list.length > 0 && (
        <Suspense>
          <ParameterRow parameters={parameters} />
        </Suspense>
      )}
      <div className={classes.editor}>
        <EditorArea
          editor={editor}
          ai={ai}
          initialText={text.initial}
          label="SQL of the panel"
          catalog={catalog}
          errorLine={failure?.line ?? null}
          focusAfter={EDITOR_FOCUS_DELAY}
          keys={{ 'Mod-Shift-Enter': explain, 'Alt-Shift-f': format }}
          onChange={(change) => {
            if (change.edit === null) return;
            text.changed(() => change.text.toString());
            parameters.textChanged(change.text);
            setBlank(isBlankText(change.text));
            setUnkept(change.text.length > KEPT);
          }}
          onRun={run}
        />
      </div>
      <Suspense>
        <PanelResults
          state={state}
          failure={failure}
          source={source}
          isShown={areResultsShown}
          onShow={setResultsShown}
          onPick={pick}
          onGoToLine={(line) => editor.current?.goToLine(line)}
        />
      </Suspense>
      <footer className={classes.footer}>
        {isUnkept && (
          <p role="status" className={classes.denied}>
            This text is too long to be kept in this browser. Save it as a snippet.
          </p>
        )}
        {cannotRun && (
          <p className={classes.denied}>You do not have the required permissions to run SQL here.</p>
        )}
        {isRunning && <Button onClick={cancel}>Cancel</Button>}
        <Button
          variant="filled"
          leftSection={<IconPlayerPlayFilled size={13} />}
          aria-keyshortcuts={SHORTCUTS.run.aria}
          title={`Run (${SHORTCUTS.run.label})`}
          disabled={isBlank || isRunning || cannotRun}
          onClick={run}
        >
          Run
        </Button>
      </footer>
      <ConfirmRun run={sqlRun} projectRef={projectRef} />
      {open === 'templates' && (
        <Suspense>
          <TemplateDialog
            useLabel={isBlank ? 'Use template' : 'Insert at the cursor'}
            onUse={({ sql }) => {
              if (isBlank) editor.current?.setText(sql);
              else editor.current?.insert(sql);
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
