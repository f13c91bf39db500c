import '../../../theme/dialog.ts';
import { NAME_MAX_LENGTH } from '@basalt/contract';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import classes from './edit-card-dialog.module.css';

const CodeEditor = lazy(() =>
  import('../../../ui/code-editor/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

interface EditCardDialogProps {
  title: string;
  name: string;
  sql: string;
  /** What one should know before changing the query. */
  note?: string | undefined;
  submitLabel: string;
  onSubmit: (name: string, sql: string) => void;
  onClose: () => void;
}

/** Asks for the name and the query of a card. */
export function EditCardDialog(props: EditCardDialogProps) {
  const { title, note, submitLabel, onSubmit, onClose } = props;
  const [name, setName] = useState(props.name);
  const [problem, setProblem] = useState<'name' | 'sql' | null>(null);
  const [isTyped, setTyped] = useState(false);
  const read = useRef(() => props.sql);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    const sql = read.current();
    if (name.trim() === '') return setProblem('name');
    if (sql.trim() === '') return setProblem('sql');
    onSubmit(name.trim(), sql);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={720}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={form.form} onSubmit={submit}>
        <UnsavedGuard when={isTyped || name !== props.name} />
        {note !== undefined && <Notice tone="info">{note}</Notice>}
        <TextInput
          label="Name"
          placeholder="What the card shows, such as Orders per day"
          value={name}
          maxLength={NAME_MAX_LENGTH}
          error={problem === 'name' && 'Enter a name.'}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
          data-autofocus
          autoComplete="off"
        />
        <div>
          <div className={classes.editor} data-wrong={problem === 'sql' || undefined}>
            <Suspense fallback={<Skeleton height="100%" />}>
              <CodeEditor
                initialText={props.sql}
                label="SQL"
                onChange={(change) => {
                  read.current = () => change.text.toString();
                  setTyped(true);
                  setProblem(null);
                }}
                onRun={() => submit()}
              />
            </Suspense>
          </div>
          {problem === 'sql' ? (
            <p className={classes.problem}>Enter a query.</p>
          ) : (
            <p className={classes.hint}>
              <code>:start_date</code> and <code>:end_date</code> take the date range of the report. Other
              words after a colon become parameters of the card.
            </p>
          )}
        </div>
        <div className={form.foot}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled">
            {submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
