import { IconChevronDown } from '@tabler/icons-react';
import { Dropdown } from './dropdown.tsx';
import classes from './menu-button.module.css';
import { type MenuEntry, MenuList } from './menu-list.tsx';

interface MenuButtonProps {
  label: string;
  entries: () => readonly MenuEntry[];
  /** Only the arrow, beside the button whose other ways it offers. */
  isArrow?: boolean;
  align?: 'start' | 'end';
  isBusy?: boolean;
}

/** A button with several ways to do something. */
export function MenuButton({ label, entries, isArrow = false, align, isBusy = false }: MenuButtonProps) {
  return (
    <Dropdown
      label={label}
      align={align ?? (isArrow ? 'end' : 'start')}
      className={isArrow ? `${classes.button} ${classes.arrow}` : classes.button}
      trigger={
        <>
          {isBusy && <span className={classes.busy} aria-hidden="true" />}
          {!isArrow && label}
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </>
      }
    >
      {(close) => <MenuList entries={entries()} close={close} />}
    </Dropdown>
  );
}
