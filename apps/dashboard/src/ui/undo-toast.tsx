import type { ReactNode } from 'react';
import classes from './undo-toast.module.css';

/** Milliseconds in which what was done can be taken back by one click. */
const UNDO_TIME = 10_000;

/** Says what was done and offers to take it back. */
export async function showUndoToast(text: string, onUndo: () => void): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  const id = notifications.show({
    message: (
      <span className={classes.row}>
        <span className={classes.text}>{text}</span>
        <button
          type="button"
          className={classes.undo}
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          Undo
        </button>
      </span>
    ),
    color: 'gray',
    autoClose: UNDO_TIME,
    withBorder: true,
    role: 'status',
    className: 'toast-done',
  });
}

/** Long enough to decide on the link; in milliseconds. */
const SHOWN = 10_000;

/** Says what was done and leads to it. `link` draws the link in this look; `close` takes the toast away. */
export async function showLinkToast(
  text: string,
  link: (look: { className: string | undefined; close: () => void }) => ReactNode,
): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  const id: string = notifications.show({
    message: (
      <span className={classes.row}>
        <span className={classes.text}>{text}</span>
        {link({ className: classes.undo, close: () => notifications.hide(id) })}
      </span>
    ),
    color: 'gray',
    autoClose: SHOWN,
    withBorder: true,
    role: 'status',
    className: 'toast-done',
  });
}
