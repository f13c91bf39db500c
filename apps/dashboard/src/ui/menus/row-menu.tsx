import { IconDots } from '@tabler/icons-react';
import { Dropdown } from './dropdown.tsx';
import { type MenuEntry, MenuList } from './menu-list.tsx';
import classes from './row-menu.module.css';

export type RowMenuEntry = MenuEntry;

interface RowMenuProps {
  label: string;
  /** Asked when the menu opens, because what is possible may depend on the time. */
  entries: () => readonly RowMenuEntry[];
}

/** What can be done with one row of a list, behind three dots. */
export function RowMenu({ label, entries }: RowMenuProps) {
  return (
    <Dropdown
      label={label}
      align="end"
      className={classes.trigger}
      trigger={<IconDots size={16} stroke={1.75} aria-hidden="true" />}
    >
      {(close) => <MenuList entries={entries()} close={close} />}
    </Dropdown>
  );
}
