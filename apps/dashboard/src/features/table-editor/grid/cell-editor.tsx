import type { GridColumn, GridReference } from '@basalt/contract';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import type { GridLine } from '../rows/loaded-rows.ts';
import type { NewValue } from '../values/new-value.ts';
import { ReferencePicker } from '../values/reference-picker.tsx';
import { isSingleLine, ValueField } from '../values/value-field.tsx';
import classes from './cell-editor.module.css';

interface CellEditorProps {
  projectRef: string;
  tableId: string;
  column: GridColumn;
  place: number;
  line: GridLine;
  /** The foreign key that this column alone, or with others, belongs to. */
  reference: GridReference | null;
  /** Tells what is typed, so that it is kept when the person goes elsewhere. */
  onDraft: (value: NewValue) => void;
  /** Ends editing; true: keeps what is there. */
  onClose: (keeps: boolean) => void;
}

const EDGE = 8;

/** One cell while it is edited, in a box over the grid. Enter keeps, Escape leaves, Shift+Enter is a line break. */
export function CellEditor(props: CellEditorProps) {
  const { projectRef, tableId, column, place, line, reference, onDraft, onClose } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const whole = useWholeValue(projectRef, tableId, column.name, place, line);
  const [value, setValue] = useState<NewValue | undefined>(() => presentValue(line, column.name, place));
  const [isTouched, setTouched] = useState(false);
  const shown = isTouched || whole === null ? value : whole.value;

  useLayoutEffect(() => {
    const element = box.current;
    const cell = anchor.current?.parentElement?.getBoundingClientRect();
    if (element === null || cell === undefined) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const { height } = element.getBoundingClientRect();
    const width = Math.min(
      Math.max(cell.width, reference === null ? 280 : 340),
      window.innerWidth - 2 * EDGE,
    );
    element.style.width = `${width}px`;
    element.style.left = `${Math.max(EDGE, Math.min(cell.left, window.innerWidth - width - EDGE))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(cell.top, window.innerHeight - height - EDGE))}px`;
  }, [reference]);

  const change = (next: NewValue) => {
    setTouched(true);
    setValue(next);
    onDraft(next);
  };
  const keys = (event: KeyboardEvent) => {
    const isButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
    const isSearch = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return onClose(false);
    }
    if (event.key === 'Enter' && !isButton && !isSearch && (isSingleLine(column.kind) || !event.shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
      return onClose(true);
    }
    // Tab goes through the box first; the grid's own keys mean nothing here.
    if (event.key !== 'Tab' || !isLastStop(event)) event.stopPropagation();
  };

  return (
    <span ref={anchor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside */}
      <div ref={box} popover="manual" className={classes.box} onKeyDown={keys}>
        {whole?.isLoading ? (
          <Skeleton height={30} lines={2} />
        ) : (
          <ValueField
            column={column}
            value={shown}
            onChange={change}
            isFirst
            more={whole?.error !== undefined && <span role="alert">{whole?.error}</span>}
          />
        )}
        {reference !== null && (
          <ReferencePicker
            projectRef={projectRef}
            reference={reference}
            column={column.name}
            value={typeof shown === 'string' ? shown : null}
            onChoose={change}
          />
        )}
      </div>
    </span>
  );
}

function isLastStop({ currentTarget, target, shiftKey }: KeyboardEvent): boolean {
  const stops = [...currentTarget.querySelectorAll('input, select, textarea, button, a[href]')];
  return stops.at(shiftKey ? 0 : -1) === target;
}

function presentValue(line: GridLine, column: string, place: number): NewValue | undefined {
  if (line.edits !== null && Object.hasOwn(line.edits, column)) return line.edits[column];
  return line.state === 'new' ? undefined : (line.values[place] ?? null);
}

interface WholeValue {
  isLoading: boolean;
  value: string | null;
  error?: string;
}

/** A value that was cut, whole. Null: it was not cut. */
export function useWholeValue(
  ref: string,
  id: string,
  column: string,
  place: number,
  line: Pick<GridLine, 'cut' | 'key'>,
): WholeValue | null {
  const isCut = line.cut?.has(place) === true && line.key !== null;
  const [whole, setWhole] = useState<WholeValue | null>(isCut ? { isLoading: true, value: null } : null);
  const { key } = line;
  useEffect(() => {
    if (!isCut || key === null) return setWhole(null);
    let isGone = false;
    setWhole({ isLoading: true, value: null });
    api.tableRows.cell({ ref, id, key: { ...key }, column }).then(
      ({ value }) => {
        if (!isGone) setWhole({ isLoading: false, value });
      },
      (error: unknown) => {
        if (!isGone) setWhole({ isLoading: false, value: null, error: toApiError(error).message });
      },
    );
    return () => {
      isGone = true;
    };
  }, [ref, id, column, isCut, key]);
  return whole;
}
