import '../../../theme/dialog.ts';
import { Button, Modal } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useLast } from '../../../lib/use-last.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import form from '../../../ui/form.module.css';
import { SqlFailure } from '../changes/sql-failure.tsx';
import { scriptOf, useChange } from '../changes/use-change.ts';
import type { TableObject } from '../shared/objects.ts';

interface RlsDialogProps {
  projectRef: string;
  /** Null: closed. */
  table: TableObject | null;
  onClose: () => void;
}

/** Asks before row level security of a table is switched on or off. */
export function RlsDialog({ projectRef, table, onClose }: RlsDialogProps) {
  const shown = useLast(table);
  const turn = shown?.rls_enabled ? 'off' : 'on';
  return (
    <Modal
      opened={table !== null}
      onClose={onClose}
      title={`Switch row level security ${turn} for ${shown?.name ?? ''}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown !== null && <Question projectRef={projectRef} table={shown} onClose={onClose} />}
    </Modal>
  );
}

function Question({ projectRef: ref, table, onClose }: RlsDialogProps & { table: TableObject }) {
  // As it was asked: once it is done, the list knows better.
  const [isOn] = useState(table.rls_enabled);
  const [statements, setStatements] = useState<readonly string[]>([]);
  const change = useChange();
  const send = (query: { preview: boolean }) =>
    api.schemaChanges.updateTable({
      params: { ref, id: String(table.id) },
      query,
      body: { rls_enabled: !isOn },
    });
  const preview = useEffectEvent(async () => setStatements((await change.preview(send)) ?? []));
  useEffect(() => void preview(), []);
  return (
    <div className={form.form}>
      <p>
        {isOn
          ? 'Whoever has rights on the table then sees and changes all of its rows, whatever its policies say. Over the Data API that may be everybody.'
          : 'Rows are then only seen and changed as its policies allow. Without a policy, nobody reaches them over the Data API.'}
      </p>
      {statements.length > 0 && <CodeBlock label="SQL to run" value={scriptOf(statements)} wrap />}
      {change.error !== null && <SqlFailure error={change.error} title="Nothing was changed" />}
      <div className={form.foot}>
        <Button onClick={onClose} {...(isOn ? { 'data-autofocus': true } : {})}>
          Cancel
        </Button>
        <Button
          variant="filled"
          {...(isOn ? { color: 'red' } : { 'data-autofocus': true })}
          loading={change.isBusy}
          onClick={() => void change.run(send).then((isDone) => isDone && onClose())}
        >
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
      </div>
    </div>
  );
}
