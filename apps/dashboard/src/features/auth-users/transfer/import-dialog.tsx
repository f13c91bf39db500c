import '../../../theme/dialog.ts';
import { Button, FileInput, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { orpc } from '../../../api/client.ts';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import form from '../../../ui/form.module.css';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import type { FirebaseParameters } from './from-firebase.ts';
import { FileProblem } from './read-users.ts';
import { type ImportReport, sendUsers } from './send-users.ts';

interface ImportDialogProps {
  projectRef: string;
  opened: boolean;
  onClose: () => void;
}

/** Brings users in from a file. */
export function ImportDialog({ projectRef, opened, onClose }: ImportDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Import users"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      <ImportForm projectRef={projectRef} onClose={onClose} />
    </Modal>
  );
}

const number = (count: number) => count.toLocaleString('en');
const users = (count: number) => `${number(count)} ${count === 1 ? 'user' : 'users'}`;
const NO_PARAMETERS: FirebaseParameters = { signerKey: '', saltSeparator: '', rounds: '8', memoryCost: '14' };
const FIREBASE_FIELDS = [
  ['signerKey', 'Signer key'],
  ['saltSeparator', 'Salt separator'],
  ['rounds', 'Rounds'],
  ['memoryCost', 'Memory cost'],
] as const;

function ImportForm({ projectRef, onClose }: Omit<ImportDialogProps, 'opened'>) {
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [confirm, setConfirm] = useState(true);
  const [skips, setSkips] = useState(false);
  const [isFirebase, setFirebase] = useState(false);
  const [firebase, setParameters] = useState(NO_PARAMETERS);
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (sent !== null) return;
    if (file === null) return setProblem('Choose a file.');
    const stop = new AbortController();
    sending.current = stop;
    setProblem(null);
    setSent(0);
    try {
      const options = { projectRef, file, allOrNothing: !skips, confirm, firebase, signal: stop.signal };
      setReport(await sendUsers({ ...options, onSent: setSent }));
      await queries.invalidateQueries({ queryKey: orpc.authUsers.list.key() });
    } catch (error) {
      const why = error instanceof FileProblem ? error.message : toApiError(error).message;
      setProblem(
        stop.signal.aborted ? 'The import was canceled. Nobody was imported.' : `${why} Nobody was imported.`,
      );
    } finally {
      setSent(null);
    }
  }

  if (report !== null) return <Report report={report} onClose={onClose} />;
  return (
    <form className={form.form} onSubmit={(event) => void submit(event)} noValidate>
      <UnsavedGuard when={sent !== null} text="The import is canceled, and nobody is imported." />
      <FileInput
        label="File"
        description="CSV with the names of its columns in the first line, a JSON list, or JSON on each line, with email or phone. Also password_hash, email_confirm, user_metadata, app_metadata, created_at, id."
        placeholder="Choose a file"
        accept=".csv,.json,.jsonl,.ndjson,text/csv,application/json"
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          setProblem(null);
        }}
        disabled={sent !== null}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
      />
      <SwitchField
        label="Addresses are confirmed"
        description="Where a row does not say. Off: their owners have to confirm them before they sign in."
        checked={confirm}
        onChange={setConfirm}
        disabled={sent !== null}
      />
      <SwitchField
        label="Leave out rows that are refused"
        description="Off: nobody is imported when one row cannot become a user."
        checked={skips}
        onChange={setSkips}
        disabled={sent !== null}
      />
      <SwitchField
        label="The file is an export of Firebase"
        description="Its passwords work with the parameters that the console of Firebase shows."
        checked={isFirebase}
        onChange={setFirebase}
        disabled={sent !== null}
      />
      {isFirebase &&
        FIREBASE_FIELDS.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            value={firebase[name]}
            onChange={(event) => setParameters({ ...firebase, [name]: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      {sent !== null && <p role="status">{users(sent)} read. Nobody is a user before all of them are.</p>}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <div className={form.foot}>
        <Button onClick={() => (sent === null ? onClose() : sending.current?.abort())}>
          {sent === null ? 'Cancel' : 'Cancel import'}
        </Button>
        <Button type="submit" variant="filled" loading={sent !== null}>
          Import users
        </Button>
      </div>
    </form>
  );
}

function Report({ report, onClose }: { report: ImportReport; onClose: () => void }) {
  const { imported, refused, refusedCount } = report;
  return (
    <div className={form.form}>
      <Notice tone={imported === 0 ? 'danger' : 'info'}>
        {imported === 0 ? 'Nobody was imported.' : `${users(imported)} imported.`}
        {refusedCount > 0 &&
          ` ${number(refusedCount)} ${refusedCount === 1 ? 'row was' : 'rows were'} refused.`}
      </Notice>
      {refused.length > 0 && (
        <DataTable
          label="Refused rows"
          rows={refused}
          rowKey={({ line }) => String(line)}
          columns={[
            { key: 'line', header: 'Row', width: 90, render: ({ line }) => number(line) },
            { key: 'problem', header: 'Why', render: ({ problem }) => problem },
          ]}
        />
      )}
      {refusedCount > refused.length && <p>These are the first {number(refused.length)} of them.</p>}
      <div className={form.foot}>
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
