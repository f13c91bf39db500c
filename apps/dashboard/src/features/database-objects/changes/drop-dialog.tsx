import '../../../theme/dialog.ts';
import { Button, Modal } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { showToast } from '../../../lib/toast.ts';
import { useLast } from '../../../lib/use-last.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import form from '../../../ui/form.module.css';
import { hasDependents, SqlFailure } from './sql-failure.tsx';
import { scriptOf, useChange } from './use-change.ts';

/** What is to be dropped. */
export interface Dropping {
  /** Such as "function". */
  noun: string;
  name: string;
  /** What happens, in a sentence or two. */
  text: string;
  /** What makes it again; null where it cannot be written out or is not enough. */
  definition: string | null;
  send: (query: { preview: boolean; cascade: boolean }) => Promise<unknown>;
}

interface DropDialogProps {
  /** Null: closed. */
  dropping: Dropping | null;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before something is dropped: with the SQL, how to make it again, and what depends on it. */
export function DropDialog({ dropping, onClose, onDone }: DropDialogProps) {
  const shown = useLast(dropping);
  return (
    <Modal
      opened={dropping !== null}
      onClose={onClose}
      title={shown === null ? '' : `Drop ${shown.noun} ${shown.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
      zIndex={300}
    >
      {shown !== null && <Question dropping={shown} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

interface QuestionProps {
  dropping: Dropping;
  onClose: () => void;
  onDone: () => void;
}

function Question({ dropping, onClose, onDone }: QuestionProps) {
  const { noun, name, text, definition } = dropping;
  const [cascade, setCascade] = useState(false);
  /** Offered once the database has said that something depends on it. */
  const [asksForMore, setAsksForMore] = useState(false);
  const [statements, setStatements] = useState<readonly string[] | null>(null);
  const change = useChange();
  const send =
    (withDependents: boolean) =>
    ({ preview }: { preview: boolean }) =>
      dropping.send({ preview, cascade: withDependents });
  const preview = useEffectEvent(async (withDependents: boolean) => {
    setStatements((await change.preview(send(withDependents))) ?? null);
  });
  useEffect(() => void preview(cascade), [cascade]);

  async function drop() {
    if (await change.run(send(cascade))) {
      void showToast('done', `Dropped ${name}`);
      onDone();
    }
  }

  const { error } = change;
  if (hasDependents(error) && !asksForMore) setAsksForMore(true);
  return (
    <div className={form.form}>
      <p>{text}</p>
      {statements !== null && <CodeBlock label="SQL to run" value={scriptOf(statements)} wrap />}
      {definition === null ? (
        <p>There is no undo, and its definition is not all there was to it.</p>
      ) : (
        <>
          <p>There is no undo, but running this makes it again. Copy it if you may want it back:</p>
          <CodeBlock label="definition" value={definition} />
        </>
      )}
      {error !== null && <SqlFailure error={error} title={`The ${noun} was not dropped`} />}
      {asksForMore && (
        <SwitchField
          label="Drop what depends on it too"
          description="CASCADE: whatever needs it goes with it, and whatever needs that."
          checked={cascade}
          onChange={setCascade}
        />
      )}
      <div className={form.foot}>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button variant="filled" color="red" loading={change.isBusy} onClick={() => void drop()}>
          Drop {noun}
        </Button>
      </div>
    </div>
  );
}
