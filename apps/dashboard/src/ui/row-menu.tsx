import { IconDots } from '@tabler/icons-react';
import { Dropdown } from './dropdown.tsx';
import item from './menu-item.module.css';
import classes from './row-menu.module.css';

export interface RowMenuEntry {
  label: string;
  tone?: 'danger';
  /** Why it cannot be chosen now. */
  reason?: string | null;
  onChoose: () => void;
}

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
      {(close) => (
        <ul className={classes.entries}>
          {entries().map(({ label: text, tone, reason = null, onChoose }) => (
            <li key={text}>
              <button
                type="button"
                className={item.item}
                data-tone={tone}
                aria-disabled={reason !== null}
                onClick={() => {
                  if (reason !== null) return;
                  close();
                  onChoose();
                }}
              >
                <span>
                  {text}
                  {reason !== null && <span className={classes.reason}>{reason}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dropdown>
  );
}
