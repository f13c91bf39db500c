import type { StoredTableDesign } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CheckField } from './check-field.tsx';
import { Failure } from './failure.tsx';
import classes from './table-designer.module.css';
import { useDropTable } from './use-design.ts';

interface DropTableProps {
  projectRef: string;
  stored: StoredTableDesign;
  onDropped: () => void;
}

/** Deletes the table after its name was typed; with what depends on it only when that is asked for. */
export function DropTable({ projectRef, stored, onDropped }: DropTableProps) {
  const [isAsked, setAsked] = useState(false);
  const [cascade, setCascade] = useState(false);
  const { run, isRunning, error, reset } = useDropTable(projectRef, onDropped);
  const { name } = stored.design;
  const close = () => {
    setAsked(false);
    setCascade(false);
    reset();
  };
  return (
    <>
      <Button color="red" variant="light" onClick={() => setAsked(true)}>
        Delete table…
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={close}
        onConfirm={() => void run({ id: stored.id, cascade })}
        title="Delete table"
        confirmLabel="Delete table"
        danger
        isRunning={isRunning}
        typedName={name}
      >
        <div className={classes.group}>
          <p>The table and all its rows are deleted. This cannot be taken back.</p>
          <CheckField
            label="Delete what depends on it too, such as views and foreign keys"
            checked={cascade}
            onChange={setCascade}
          />
          {error !== null && <Failure error={error} />}
        </div>
      </ConfirmDialog>
    </>
  );
}
