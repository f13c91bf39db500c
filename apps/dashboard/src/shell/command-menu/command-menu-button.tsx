import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { modKey } from '../../lib/mod-key.ts';
import bar from '../bar-button.module.css';
import { isCommandMenuShortcut } from '../shortcuts.ts';
import classes from './command-menu-button.module.css';

const load = () => import('./command-menu.tsx');
const CommandMenu = lazy(() => load().then(({ CommandMenu }) => ({ default: CommandMenu })));

/** Opens the command menu, which is loaded when it is first wanted. */
export function CommandMenuButton() {
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  // Noted before anything is loaded: meanwhile the focus could go elsewhere.
  const opener = useRef<Element>(null);
  const field = useRef<HTMLInputElement>(null);
  function toggle() {
    if (!isOpen) {
      opener.current = document.activeElement;
      setQuery('');
      setWanted(true);
    }
    setOpen(!isOpen);
  }
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (isCommandMenuShortcut(event)) {
        event.preventDefault();
        toggle();
      } else if (isOpen && event.target !== field.current) {
        takeKey(event);
      }
    }
    /** The menu may open a moment after the keys that call it. What is typed meanwhile is meant for its field. */
    function takeKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key === 'Escape') setOpen(false);
      else if (ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Backspace' && key !== 'Enter'))
        return;
      event.preventDefault();
      event.stopPropagation();
      field.current?.focus();
      if (key === 'Backspace') setQuery((text) => text.slice(0, -1));
      else if (key.length === 1) setQuery((text) => text + key);
    }
    // Before the page's own keys hear it.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  });
  return (
    <>
      <button
        type="button"
        className={`${bar.button} ${classes.button}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onPointerEnter={load}
        onClick={toggle}
      >
        <IconSearch size={15} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">Open command menu: </span>
        <span className={classes.text}>Find or do</span>
        <kbd className={classes.keys}>{modKey()} K</kbd>
      </button>
      <Suspense>
        {isWanted && (
          <CommandMenu
            isOpen={isOpen}
            query={query}
            onQuery={setQuery}
            field={field}
            onClose={() => setOpen(false)}
            opener={opener}
          />
        )}
      </Suspense>
    </>
  );
}
