import '../../../theme/dialog.ts';
import { ActionIcon, Button, Modal, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { confirmLeaving } from '../../../lib/unsaved-changes.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useLast } from '../../../lib/use-last.ts';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { readEnvText } from './env-text.ts';
import { isBlank, rowProblems, type SecretRow, spreadInto } from './secret-rows.ts';
import classes from './secrets.module.css';

interface SecretFormProps {
  projectRef: string;
  /** Names that are taken: those are replaced, and the form says so. */
  taken: readonly string[];
  /** Null: closed. With a name: that secret gets another value. */
  editing: { name: string | null } | null;
  onClose: () => void;
}

/** Adds secrets, one or a whole `.env` file, or replaces the value of one. */
export function SecretForm({ projectRef, taken, editing, onClose }: SecretFormProps) {
  const shown = useLast(editing);
  const close = () => void confirmLeaving().then((leaves) => leaves && onClose());
  return (
    <Modal
      opened={editing !== null}
      onClose={close}
      title={shown?.name == null ? 'Add secrets' : `Replace ${shown.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      {editing !== null && (
        <Fields projectRef={projectRef} taken={taken} name={editing.name} onCancel={close} onDone={onClose} />
      )}
    </Modal>
  );
}

interface FieldsProps {
  projectRef: string;
  taken: readonly string[];
  name: string | null;
  onCancel: () => void;
  onDone: () => void;
}

function Fields({ projectRef: ref, taken, name, onCancel, onDone }: FieldsProps) {
  const queries = useQueryClient();
  const [rows, setRows] = useState<readonly SecretRow[]>([{ id: 0, name: name ?? '', value: '' }]);
  const [isChecked, setChecked] = useState(false);
  const [unreadable, setUnreadable] = useState<readonly number[]>([]);
  const save = useAction({
    mutation: orpc.functionSecrets.set.mutationOptions(),
    done: (_, { body }) =>
      body.length === 1 ? `Saved the secret ${body[0]?.name}` : `Saved ${body.length} secrets`,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.functionSecrets.key() });
      onDone();
    },
  });
  const problems = isChecked ? rowProblems(rows) : new Map<number, string>();
  const replaced = name === null ? rows.map((row) => row.name).filter((each) => taken.includes(each)) : [];
  const isDirty = rows.some((row) => row.value !== '' || (name === null && row.name !== ''));

  function edit(id: number, part: Partial<SecretRow>) {
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
    setChecked(false);
    save.reset();
  }

  function paste(event: ClipboardEvent, id: number) {
    const text = event.clipboardData.getData('text');
    const read = readEnvText(text);
    if (read.entries.length === 0 || !text.includes('=')) return;
    event.preventDefault();
    setRows(spreadInto(rows, id, read.entries));
    setUnreadable(read.unreadable);
    setChecked(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const filled = rows.filter((row) => !isBlank(row));
    if (save.isRunning || filled.length === 0 || rowProblems(rows).size > 0) return;
    void save.run({ params: { ref }, body: filled.map(({ name: each, value }) => ({ name: each, value })) });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={isDirty && !save.isRunning} />
      <p className={classes.hint}>
        {name === null
          ? 'Paste the lines of a .env file into a name, and each becomes a secret. Values cannot be read again here.'
          : 'Functions see the new value from their next request on. The present one cannot be read.'}
      </p>
      <ul className={classes.rows} aria-label="Secrets to save">
        {rows.map((row, position) => (
          <li key={row.id} className={classes.row}>
            {name === null && (
              <TextInput
                aria-label={`Name ${position + 1}`}
                placeholder="NAME"
                value={row.name}
                onChange={(event) => edit(row.id, { name: event.currentTarget.value })}
                onPaste={(event) => paste(event, row.id)}
                autoComplete="off"
                spellCheck={false}
                data-autofocus={position === 0 || undefined}
              />
            )}
            <Textarea
              aria-label={name === null ? `Value ${position + 1}` : `New value of ${name}`}
              placeholder="value"
              value={row.value}
              rows={1}
              autosize={false}
              onChange={(event) => edit(row.id, { value: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
              data-autofocus={name !== null || undefined}
            />
            {rows.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Leave out ${row.name || `row ${position + 1}`}`}
                onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
              >
                <IconX size={16} aria-hidden="true" />
              </ActionIcon>
            )}
            {problems.has(row.id) && (
              <p className={classes.problem} role="alert">
                {problems.get(row.id)}
              </p>
            )}
          </li>
        ))}
      </ul>
      {name === null && (
        <div>
          <Button
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() =>
              setRows([...rows, { id: Math.max(...rows.map(({ id }) => id)) + 1, name: '', value: '' }])
            }
          >
            Add another
          </Button>
        </div>
      )}
      {unreadable.length > 0 && (
        <Notice tone="warn">
          <p>
            {unreadable.length === 1 ? 'Line' : 'Lines'} {unreadable.join(', ')} of what you pasted could not
            be read and {unreadable.length === 1 ? 'was' : 'were'} left out.
          </p>
        </Notice>
      )}
      {replaced.length > 0 && (
        <Notice tone="warn">
          <p>Already there, and replaced: {replaced.join(', ')}</p>
        </Notice>
      )}
      {isChecked && rows.every(isBlank) && <Notice tone="danger">Enter a name and a value.</Notice>}
      {save.error !== null && <Notice tone="danger">{save.error.message}</Notice>}
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={save.isRunning}>
          {name === null ? 'Save secrets' : 'Replace secret'}
        </Button>
      </div>
    </form>
  );
}
