import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { copyAndTell } from '../copy/write-clipboard.ts';
import item from '../menu-item.module.css';
import classes from './cell-menu.module.css';
import type { GridField, GridRow } from './cell-text.ts';
import { NUMBER_COLUMN } from './grid-columns.tsx';
import { rowAsJson, rowAsText } from './row-text.ts';

/** Where the menu of a cell opens, in pixels of the window, and for which cell. */
export interface CellMenuPlace {
  x: number;
  y: number;
  row: GridRow;
  rowIndex: number;
  key: string;
}

interface CellMenuProps {
  place: CellMenuPlace;
  fields: readonly GridField[];
  onShowValue: () => void;
  onClose: () => void;
}

const EDGE = 8;

/** What can be done with one cell and its row. The browser closes it on Escape or a click elsewhere. */
export function CellMenu({ place, fields, onShowValue, onClose }: CellMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const value = place.key === NUMBER_COLUMN ? undefined : (place.row[Number(place.key)] ?? null);

  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(EDGE, Math.min(place.x, window.innerWidth - width - EDGE))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(place.y, window.innerHeight - height - EDGE))}px`;
    element.querySelector('button')?.focus();
  }, [place]);

  const entry = (label: string, act: () => void) => (
    <button
      type="button"
      role="menuitem"
      className={item.item}
      onClick={() => {
        menu.current?.hidePopover();
        act();
      }}
    >
      {label}
    </button>
  );
  const copy = (text: string) => () => void copyAndTell(text);

  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={`Row ${place.rowIndex + 1}`}
      className={classes.menu}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
      onKeyDown={moveFocus}
    >
      {value !== undefined && entry('Show the whole value', onShowValue)}
      {value != null && entry('Copy the value', copy(value))}
      {entry('Copy the row as text', copy(rowAsText(place.row)))}
      {entry('Copy the row as JSON', copy(rowAsJson(fields, place.row)))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll('button')];
  const from = entries.indexOf(document.activeElement as HTMLButtonElement);
  entries.at((from + (event.key === 'ArrowDown' ? 1 : -1)) % entries.length)?.focus();
}
