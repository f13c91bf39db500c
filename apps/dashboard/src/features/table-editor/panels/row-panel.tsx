import type { GridColumn, GridTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { Step } from '../changes/pending-changes.ts';
import { editStep, insertStep } from '../editing/edit-lines.ts';
import { useWholeValue } from '../grid/cell-editor.tsx';
import { isCellEditable, referenceOf } from '../grid/grid-context.ts';
import type { GridLine } from '../rows/loaded-rows.ts';
import type { NewValue } from '../values/new-value.ts';
import { ReferencePicker } from '../values/reference-picker.tsx';
import { ValueField } from '../values/value-field.tsx';
import classes from './panels.module.css';
import { SidePanel } from './side-panel.tsx';

interface RowPanelProps {
  projectRef: string;
  table: GridTable;
  /** Null: a new row. */
  line: GridLine | null;
  onStep: (step: Step) => void;
  onClose: () => void;
}

/** All columns of one row, to fill in or to change. What is done here waits with the other changes until it is saved. */
export function RowPanel({ projectRef, table, line, onStep, onClose }: RowPanelProps) {
  const [values, setValues] = useState<Record<string, NewValue>>({});
  const finish = () => {
    if (line === null) onStep(insertStep(table, values));
    else
      onStep(
        editStep(
          table,
          table.columns.flatMap(({ name }, place) =>
            Object.hasOwn(values, name) ? [{ line, place, value: values[name] ?? null }] : [],
          ),
        ),
      );
    onClose();
  };
  return (
    <SidePanel
      title={line === null ? `New row in ${table.name}` : `Row of ${table.name}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" onClick={finish}>
            {line === null ? 'Add row' : 'Apply changes'}
          </Button>
        </>
      }
    >
      {table.columns.map((column, place) => (
        <ColumnField
          key={column.name}
          projectRef={projectRef}
          table={table}
          column={column}
          place={place}
          line={line}
          value={Object.hasOwn(values, column.name) ? values[column.name] : undefined}
          onChange={(value) => setValues((before) => ({ ...before, [column.name]: value }))}
        />
      ))}
    </SidePanel>
  );
}

interface ColumnFieldProps extends Pick<RowPanelProps, 'projectRef' | 'table' | 'line'> {
  column: GridColumn;
  place: number;
  /** What was typed here. */
  value: NewValue | undefined;
  onChange: (value: NewValue) => void;
}

function ColumnField({ projectRef, table, column, place, line, value, onChange }: ColumnFieldProps) {
  const labelId = useId();
  const [isPicking, setPicking] = useState(false);
  const reference = referenceOf(table, column.name);
  const isOpen = line === null ? column.is_insertable : isCellEditable(line, column);
  const shown = value ?? presentValue(line, column.name, place);
  const current = value === null ? null : shown;
  const whole = useWholeValue(
    projectRef,
    String(table.id),
    column.name,
    place,
    line ?? { cut: null, key: null },
  );
  const known = value === undefined && whole !== null ? whole.value : current;
  return (
    <div>
      <div className={classes.label} id={labelId}>
        <strong>{column.name}</strong>
        <span className={classes.faint}>{column.type}</span>
        {!column.is_nullable && column.default_value === null && isOpen && (
          <span className={classes.faint}>required</span>
        )}
      </div>
      {column.comment !== null && <p className={classes.note}>{column.comment}</p>}
      {whole?.isLoading && <p className={classes.note}>Loading the whole value…</p>}
      {isOpen && !whole?.isLoading ? (
        <ValueField
          column={column}
          value={known}
          onChange={onChange}
          labelledBy={labelId}
          more={
            reference !== null && (
              <button type="button" aria-expanded={isPicking} onClick={() => setPicking(!isPicking)}>
                Choose a row of {reference.other_table}
              </button>
            )
          }
        />
      ) : (
        !isOpen && (
          <code className={classes.faint}>
            {column.is_generated
              ? 'Generated'
              : column.identity === 'always'
                ? 'Always by the database'
                : 'Not changeable'}
            {typeof known === 'string' && `: ${known.slice(0, 500)}`}
          </code>
        )
      )}
      {isPicking && reference !== null && (
        <ReferencePicker
          projectRef={projectRef}
          reference={reference}
          column={column.name}
          value={typeof known === 'string' ? known : null}
          onChoose={onChange}
        />
      )}
    </div>
  );
}

function presentValue(line: GridLine | null, column: string, place: number): NewValue | undefined {
  if (line === null) return undefined;
  if (line.edits !== null && Object.hasOwn(line.edits, column)) return line.edits[column];
  return line.state === 'new' ? undefined : (line.values[place] ?? null);
}
