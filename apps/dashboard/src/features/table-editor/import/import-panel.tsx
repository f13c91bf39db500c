import type { GridTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { SidePanel } from '../panels/side-panel.tsx';
import { type FileHead, guessFormat, guessTargets, hasHeader, readHead } from './guess-file.ts';
import classes from './import-panel.module.css';
import { ImportResult } from './import-result.tsx';
import { type ImportReport, sendFile } from './send-file.ts';
import { TargetTable } from './target-table.tsx';

const HEAD_BYTES = 256 * 1024;
const MODES = [
  {
    value: 'fitting',
    label: 'Import the rows that fit',
    description: 'Those that are refused are told with the reason.',
  },
  { value: 'all', label: 'All or nothing', description: 'Nothing is imported if one row is refused.' },
] as const;

interface ImportPanelProps {
  projectRef: string;
  table: GridTable;
  /** There are other rows in the table now. */
  onImported: () => void;
  onClose: () => void;
}

interface Chosen {
  name: string;
  file: Blob;
  head: FileHead;
  isHeader: boolean;
  targets: (string | null)[];
}

type State =
  | { step: 'choosing'; chosen: Chosen | null; problem: string | null }
  | { step: 'sending'; chosen: Chosen; sent: number }
  | { step: 'done'; report: ImportReport };

/** Brings a file or a pasted text into the table: what it is, where its values go, how far it is, and which rows were refused. */
export function ImportPanel({ projectRef, table, onImported, onClose }: ImportPanelProps) {
  const [state, setState] = useState<State>({ step: 'choosing', chosen: null, problem: null });
  const [mode, setMode] = useState<(typeof MODES)[number]['value']>('fitting');
  const [pasted, setPasted] = useState('');
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const choose = async (file: Blob, name: string) => {
    const text = await file.slice(0, HEAD_BYTES).text();
    const head = readHead(guessFormat(name, text), text, file.size <= HEAD_BYTES);
    const isHeader = hasHeader(head, table.columns);
    const targets = guessTargets(head, isHeader, table.columns);
    const problem = head.records.length === 0 ? 'There are no rows in it that can be read.' : null;
    setState({
      step: 'choosing',
      chosen: problem === null ? { name, file, head, isHeader, targets } : null,
      problem,
    });
  };

  const start = async (chosen: Chosen) => {
    const { file, head, isHeader, targets } = chosen;
    const stop = new AbortController();
    sending.current = stop;
    setState({ step: 'sending', chosen, sent: 0 });
    const isJson = head.names !== null;
    try {
      const report = await sendFile(
        {
          projectRef,
          tableId: String(table.id),
          file,
          format: head.format,
          hasHeader: isHeader,
          // Lines of JSON name their values themselves.
          columns: isJson ? targets.filter((target) => target !== null) : targets,
          allOrNothing: mode === 'all',
        },
        (sent) => setState({ step: 'sending', chosen, sent }),
        stop.signal,
      );
      setState({ step: 'done', report });
      if (report.is_imported && report.rows > 0) onImported();
    } catch (error) {
      const problem = stop.signal.aborted
        ? 'The import was canceled. Nothing was imported.'
        : (error as Error).message;
      setState({ step: 'choosing', chosen, problem });
    } finally {
      sending.current = null;
    }
  };

  const title = `Import into ${table.name}`;
  if (state.step === 'done')
    return (
      <SidePanel title={title} onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
        <ImportResult report={state.report} tableName={table.name} />
      </SidePanel>
    );
  if (state.step === 'sending')
    return (
      <SidePanel
        title={title}
        // Nobody ends a long import by a slip.
        onClose={() => {}}
        foot={<Button onClick={() => sending.current?.abort()}>Cancel import</Button>}
      >
        <UnsavedGuard when text="The import is canceled, and nothing is imported." />
        <p className={classes.text} role="status">
          {state.sent < state.chosen.file.size
            ? `${byteSize(state.sent)} of ${byteSize(state.chosen.file.size)} sent`
            : 'Everything is sent. The last rows are being written.'}
        </p>
        <progress
          className={classes.progress}
          value={state.sent}
          max={Math.max(1, state.chosen.file.size)}
          aria-label="Import"
        />
        <p className={classes.text}>Nothing is in the table before all of it is. Keep this page open.</p>
      </SidePanel>
    );

  const { chosen, problem } = state;
  const change = (to: Partial<Chosen>) =>
    chosen !== null && setState({ step: 'choosing', chosen: { ...chosen, ...to }, problem: null });
  const isReady = chosen?.targets.some((target) => target !== null) === true;
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" disabled={!isReady} onClick={() => chosen !== null && void start(chosen)}>
            Import
          </Button>
        </>
      }
    >
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <label className={classes.label}>
        File (CSV, TSV or lines of JSON)
        <input
          type="file"
          accept=".csv,.tsv,.tab,.txt,.jsonl,.ndjson"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            setPasted('');
            if (file !== undefined) void choose(file, file.name);
          }}
        />
      </label>
      <label className={classes.label}>
        Or paste rows
        <textarea
          className={classes.paste}
          rows={4}
          spellCheck={false}
          value={pasted}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setPasted(text);
            void choose(new Blob([text]), '');
          }}
        />
      </label>
      {chosen !== null && (
        <>
          {chosen.head.names === null && (
            <SwitchField
              label="The first row names the columns"
              checked={chosen.isHeader}
              onChange={(isHeader) =>
                change({ isHeader, targets: guessTargets(chosen.head, isHeader, table.columns) })
              }
            />
          )}
          <TargetTable
            head={chosen.head}
            isHeader={chosen.isHeader}
            columns={table.columns}
            targets={chosen.targets}
            onChange={(targets) => change({ targets })}
          />
          <RadioGroup
            label="When a row is refused"
            value={mode}
            options={MODES}
            onChange={(value) => setMode(value as typeof mode)}
          />
        </>
      )}
    </SidePanel>
  );
}
