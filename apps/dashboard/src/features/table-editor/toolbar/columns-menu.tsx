import { IconColumns } from '@tabler/icons-react';
import { Dropdown } from '../../../ui/menus/dropdown.tsx';
import button from '../../../ui/menus/menu-button.module.css';
import { changeColumn, type LaidColumn } from '../view/column-layout.ts';
import classes from './toolbar.module.css';

interface ColumnsMenuProps {
  columns: readonly LaidColumn[];
  onColumns: (columns: readonly LaidColumn[]) => void;
}

/** Which columns are shown. */
export function ColumnsMenu({ columns, onColumns }: ColumnsMenuProps) {
  const hidden = columns.filter(({ isHidden }) => isHidden).length;
  const inTable = columns.toSorted((a, b) => a.place - b.place);
  return (
    <Dropdown
      label="Columns"
      showsChoice
      align="end"
      className={button.button}
      trigger={
        <>
          <IconColumns size={15} stroke={1.75} aria-hidden="true" />
          {hidden === 0 ? 'All columns' : `${hidden.toLocaleString('en')} hidden`}
        </>
      }
    >
      {() => (
        <div className={classes.columns}>
          {inTable.map(({ name, isHidden }) => (
            <label key={name} className={classes.column}>
              <input
                type="checkbox"
                checked={!isHidden}
                onChange={() =>
                  onColumns(changeColumn(columns, name, { isHidden: isHidden ? undefined : true }))
                }
              />
              <span>{name}</span>
            </label>
          ))}
          <button
            type="button"
            className={classes.all}
            onClick={() => onColumns(inTable.map(({ name, place }) => ({ name, place })))}
          >
            Show all as in the table
          </button>
        </div>
      )}
    </Dropdown>
  );
}
