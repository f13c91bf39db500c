import { IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import bar from './bar-button.module.css';
import classes from './menu-sheet.module.css';
import { SideMenu } from './side-menu.tsx';

interface MenuSheetProps {
  /** What stands above the menu. */
  children: (close: () => void) => ReactNode;
}

/** The menu of small screens: a button that opens a sheet from the left. */
export function MenuSheet({ children }: MenuSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => sheet.current?.close();
  return (
    <div className={classes.place}>
      <button
        type="button"
        className={bar.button}
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
          sheet.current?.showModal();
        }}
      >
        <IconMenu2 size={18} stroke={1.6} aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog; the click is on what lies behind it */}
      <dialog
        ref={sheet}
        className={classes.sheet}
        aria-label="Menu"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === sheet.current) close();
        }}
      >
        {isOpen && (
          <div className={classes.content}>
            <button type="button" className={bar.button} aria-label="Close menu" onClick={close}>
              <IconX size={18} stroke={1.6} aria-hidden="true" />
            </button>
            {children(close)}
            <SideMenu onChoose={close} />
          </div>
        )}
      </dialog>
    </div>
  );
}
