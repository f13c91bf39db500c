import type { GridColumn } from '@basalt/contract';
import {
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconArrowRightBar,
  IconChevronDown,
  IconFingerprint,
  IconKey,
} from '@tabler/icons-react';
import { seen } from '../../../ui/data-grid/cell-text.ts';
import { Dropdown } from '../../../ui/menus/dropdown.tsx';
import { type MenuEntry, MenuList } from '../../../ui/menus/menu-list.tsx';
import { changeColumn, stepColumn } from '../view/column-layout.ts';
import { referenceOf, useGridContext } from './grid-context.ts';
import classes from './table-grid.module.css';

/** The head of a column: what it is, how it is sorted, and what can be done with it. */
export function ColumnHead({ column }: { column: GridColumn }) {
  const { table, sorts } = useGridContext();
  const reference = referenceOf(table, column.name);
  const sort = sorts.find((one) => one.column === column.name);
  const isKey = table.key?.includes(column.name) === true;
  const facts = [
    `${column.name} ${column.type}`,
    isKey ? 'Key' : null,
    reference === null ? null : `References ${reference.other_schema}.${reference.other_table}`,
    column.is_generated ? 'Generated' : null,
    column.is_nullable ? null : 'Never NULL',
    column.comment,
  ];
  return (
    <span className={classes.head} title={facts.filter((fact) => fact !== null).join('\n')}>
      {isKey && <IconKey size={13} stroke={1.75} role="img" aria-label="Key" />}
      {reference !== null && (
        <IconArrowRightBar size={13} stroke={1.75} role="img" aria-label="Foreign key" />
      )}
      {column.identity !== null && !isKey && (
        <IconFingerprint size={13} stroke={1.75} role="img" aria-label="Identity" />
      )}
      <span className={classes.words}>
        <span className={classes.name}>{seen(column.name)}</span>{' '}
        <span className={classes.type}>{column.type}</span>
      </span>
      {sort !== undefined && (
        <span className={classes.sort}>
          {sort.ascending ? (
            <IconArrowNarrowUp size={13} stroke={2} role="img" aria-label="Ascending" />
          ) : (
            <IconArrowNarrowDown size={13} stroke={2} role="img" aria-label="Descending" />
          )}
          {sorts.length > 1 && sorts.indexOf(sort) + 1}
        </span>
      )}
      <ColumnMenu column={column} />
    </span>
  );
}

function ColumnMenu({ column }: { column: GridColumn }) {
  const { columns, sorts, onColumns, onSort, onFilter } = useGridContext();
  const { name } = column;
  const laid = columns.find((one) => one.name === name);
  const sort = sorts.find((one) => one.column === name);
  const isSortable = column.kind !== 'json' || column.type === 'jsonb';
  const entries = (): MenuEntry[] => [
    ...(isSortable
      ? [
          { label: 'Sort ascending', onChoose: () => onSort(name, true) },
          { label: 'Sort descending', onChoose: () => onSort(name, false) },
        ]
      : []),
    ...(sort === undefined ? [] : [{ label: 'Do not sort by it', onChoose: () => onSort(name, null) }]),
    { label: 'Filter by it', onChoose: () => onFilter(name) },
    {
      label: laid?.isFrozen ? 'Unfreeze' : 'Freeze',
      onChoose: () => onColumns(changeColumn(columns, name, { isFrozen: laid?.isFrozen ? undefined : true })),
    },
    { label: 'Move left', onChoose: () => onColumns(stepColumn(columns, name, -1)) },
    { label: 'Move right', onChoose: () => onColumns(stepColumn(columns, name, 1)) },
    { label: 'Hide', onChoose: () => onColumns(changeColumn(columns, name, { isHidden: true })) },
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid sorts by clicks and moves by keys that are meant for the menu
    <span
      className={classes.menu}
      onClick={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Tab') event.stopPropagation();
      }}
    >
      <Dropdown
        label={`Column ${name}`}
        align="end"
        className={classes.opener}
        trigger={<IconChevronDown size={13} stroke={1.75} aria-hidden="true" />}
      >
        {(close) => <MenuList entries={entries()} close={close} />}
      </Dropdown>
    </span>
  );
}
