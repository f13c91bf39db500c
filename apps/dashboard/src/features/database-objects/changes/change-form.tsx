import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { fieldSentence } from '../../../lib/field-errors.ts';
import { showToast } from '../../../lib/toast.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import form from '../../../ui/form.module.css';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { SqlFailure } from './sql-failure.tsx';
import { fieldOf, type Send, scriptOf, useChange } from './use-change.ts';

interface ChangeFormProps {
  /** What it does, as its button says: "Create policy". */
  label: string;
  /** Said when it is done. */
  done: string;
  /** Whether something was typed that would be lost. */
  isDirty: boolean;
  /** Marks what is missing; true when nothing is. */
  check: () => boolean;
  send: Send;
  onDone: () => void;
  onCancel: () => void;
  /** Worth knowing before it runs, beside its SQL. */
  note?: ReactNode;
  /** The statements cannot be part of a transaction: what has run stays when the next one fails. */
  isOutside?: boolean;
  /** The fields; `errorOf` has what the server said of one. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** A form that changes the schema: it shows the SQL before it runs, and keeps what was typed when the database refuses. */
export function ChangeForm(props: ChangeFormProps) {
  const { label, done, isDirty, check, send, onDone, onCancel, note, isOutside = false, children } = props;
  /** What would run, while it is looked at. */
  const [statements, setStatements] = useState<readonly string[] | null>(null);
  const [isDone, setDone] = useState(false);
  const change = useChange();
  const { error } = change;
  const errorOf = (field: string) =>
    error !== null && fieldOf(error) === field ? fieldSentence(error) : undefined;

  async function review(event: FormEvent) {
    event.preventDefault();
    if (change.isBusy || !check()) return;
    setStatements((await change.preview(send)) ?? null);
  }

  async function run() {
    if (!(await change.run(send))) return setStatements(null);
    setDone(true);
    void showToast('done', done);
    onDone();
  }

  return (
    <>
      <UnsavedGuard when={isDirty && !isDone} />
      {/* The fields stay as they are while the SQL is looked at. */}
      <div hidden={statements !== null}>
        <form className={form.form} onSubmit={(event) => void review(event)} noValidate>
          {children(errorOf)}
          {error !== null && (
            <SqlFailure
              error={error}
              title={isOutside ? 'This was not completed' : 'The database refused this. Nothing was changed'}
            />
          )}
          <div className={form.foot}>
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" variant="filled" loading={change.isBusy}>
              Review SQL
            </Button>
          </div>
        </form>
      </div>
      {statements !== null && (
        <div className={form.form}>
          {statements.length === 0 ? (
            <p>There is nothing to change.</p>
          ) : (
            <>
              <p>
                {isOutside
                  ? 'This will run, outside of a transaction:'
                  : 'This will run, as one transaction:'}
              </p>
              <CodeBlock label="SQL to run" value={scriptOf(statements)} wrap />
            </>
          )}
          {note}
          <div className={form.foot}>
            <Button onClick={() => setStatements(null)}>Back</Button>
            <Button
              variant="filled"
              autoFocus
              disabled={statements.length === 0}
              loading={change.isBusy}
              onClick={() => void run()}
            >
              {label}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
