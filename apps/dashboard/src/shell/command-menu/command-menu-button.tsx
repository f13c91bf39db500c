import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import bar from '../bar-button.module.css';
import { isCommandMenuShortcut, modKey } from '../shortcuts.ts';
import classes from './command-menu-button.module.css';

const load = () => import('./command-menu.tsx');
const CommandMenu = lazy(() => load().then(({ CommandMenu }) => ({ default: CommandMenu })));

/** Opens the command menu, which is loaded when it is first wanted. */
export function CommandMenuButton() {
  const [isWanted, setWanted] = useState(false);
  async function toggle() {
    // Before anything is loaded: meanwhile the focus could go elsewhere.
    const from = document.activeElement;
    setWanted(true);
    const { toggleCommandMenu } = await load();
    toggleCommandMenu(from);
  }
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (!isCommandMenuShortcut(event)) return;
      event.preventDefault();
      void toggle();
    }
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
  return (
    <>
      <button
        type="button"
        className={`${bar.button} ${classes.button}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onPointerEnter={load}
        onClick={() => void toggle()}
      >
        <IconSearch size={15} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">Open command menu: </span>
        <span className={classes.text}>Find or do</span>
        <kbd className={classes.keys}>{modKey()} K</kbd>
      </button>
      <Suspense>{isWanted && <CommandMenu />}</Suspense>
    </>
  );
}
