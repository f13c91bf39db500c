import item from '../menu-item.module.css';
import classes from './menu-list.module.css';

export interface MenuEntry {
  label: string;
  /** What it does, in a line below. */
  text?: string;
  tone?: 'danger';
  /** Why it cannot be chosen now. */
  reason?: string | null;
  onChoose: () => void;
}

/** The entries of a menu, in the panel that a button opens. */
export function MenuList({ entries, close }: { entries: readonly MenuEntry[]; close: () => void }) {
  return (
    <ul className={classes.entries}>
      {entries.map(({ label, text, tone, reason = null, onChoose }) => (
        <li key={label}>
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
              {label}
              {text !== undefined && reason === null && <span className={classes.text}>{text}</span>}
              {reason !== null && <span className={classes.text}>{reason}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
