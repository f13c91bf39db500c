import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import type { GridField, GridRow } from './cell-text.ts';
import { copyText } from './copy-text.ts';
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

/** What can be done with one cell and its row. */
export function CellMenu({ place, fields, onShowValue, onClose }: CellMenuProps) {
  const value = place.key === NUMBER_COLUMN ? undefined : (place.row[Number(place.key)] ?? null);
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} width={220} withinPortal>
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: place.x, top: place.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Row ${place.rowIndex + 1}`}>
        {value !== undefined && <Menu.Item onClick={onShowValue}>Show the whole value</Menu.Item>}
        {value !== undefined && value !== null && (
          <Menu.Item onClick={() => copyText(value)}>Copy the value</Menu.Item>
        )}
        <Menu.Item onClick={() => copyText(rowAsText(place.row))}>Copy the row as text</Menu.Item>
        <Menu.Item onClick={() => copyText(rowAsJson(fields, place.row))}>Copy the row as JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
