import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { type MenuEntry, MenuList } from '../../../ui/menus/menu-list.tsx';
import classes from './context-menu.module.css';

interface ContextMenuProps {
  /** In pixels of the window. */
  at: { x: number; y: number };
  label: string;
  entries: readonly MenuEntry[];
  onClose: () => void;
}

const EDGE = 8;

/** A menu where the pointer is. The browser closes it on Escape or a click elsewhere. */
export function ContextMenu({ at, label, entries, onClose }: ContextMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(EDGE, Math.min(at.x, window.innerWidth - width - EDGE))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(at.y, window.innerHeight - height - EDGE))}px`;
    element.querySelector('button')?.focus();
  }, [at]);
  return (
    <div
      ref={menu}
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-label={label}
      className={classes.menu}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
      onKeyDown={moveFocus}
    >
      <MenuList entries={entries} close={() => menu.current?.hidePopover()} />
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll('button')];
  const from = entries.indexOf(document.activeElement as HTMLButtonElement);
  entries.at((from + (event.key === 'ArrowDown' ? 1 : -1)) % entries.length)?.focus();
}
