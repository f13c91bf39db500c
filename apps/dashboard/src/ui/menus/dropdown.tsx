import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { keepsEscape } from '../../lib/keeps-escape.ts';
import classes from './dropdown.module.css';

interface DropdownProps {
  /** Names the button for those who do not see it. */
  label: string;
  trigger: ReactNode;
  /** The trigger says in words of its own what is chosen: they belong to the name of the button. */
  showsChoice?: boolean;
  align?: 'start' | 'end';
  /** Rendered only while the panel is open. */
  children: (close: () => void) => ReactNode;
  className?: string | undefined;
}

const REACHABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';
const GAP = 6;
/** The least distance between a panel and the edge of the window. */
const EDGE = 8;

/** A button with a panel under it. The browser closes it on Escape or a click elsewhere and returns the focus. */
export function Dropdown(props: DropdownProps) {
  const { label, trigger, showsChoice = false, align = 'start', children, className } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const entersOnOpen = useRef(false);
  const [isOpen, setOpen] = useState(false);

  function place() {
    const at = button.current?.getBoundingClientRect();
    const style = panel.current?.style;
    if (at === undefined || style === undefined) return;
    style.top = `${at.bottom + GAP}px`;
    style.left = align === 'start' ? `${Math.max(EDGE, at.left)}px` : 'auto';
    style.right = align === 'end' ? `${Math.max(EDGE, window.innerWidth - at.right)}px` : 'auto';
  }

  // Only what is drawn has a size: a panel that would leave the window at the bottom opens upwards, and one that would
  // leave it at a side moves in.
  useLayoutEffect(() => {
    const found = panel.current;
    // Asking a closed one would lay out the page once more each time it is drawn.
    if (!isOpen || button.current === null || found === null) return;
    const at = button.current.getBoundingClientRect();
    const { bottom, height, left, right } = found.getBoundingClientRect();
    if (left < EDGE || right > window.innerWidth - EDGE) {
      found.style.right = 'auto';
      found.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - EDGE - (right - left)))}px`;
    }
    if (bottom > window.innerHeight - EDGE && at.top > height + GAP)
      found.style.top = `${at.top - GAP - height}px`;
    if (entersOnOpen.current) found.querySelector<HTMLElement>(REACHABLE)?.focus();
    entersOnOpen.current = false;
  }, [isOpen]);

  const enterFirst = () => panel.current?.querySelector<HTMLElement>(REACHABLE)?.focus();

  /** From the button into the panel, whose content is there a moment after it opens. */
  function enter(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (isOpen) return enterFirst();
    entersOnOpen.current = true;
    panel.current?.showPopover();
  }

  function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    // A list or a date changes with these keys.
    if (event.target instanceof HTMLElement && event.target.matches('select, input[type="date"]')) return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(REACHABLE)];
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const from = stops.indexOf(document.activeElement as HTMLElement);
    event.preventDefault();
    stops.at((from + step) % stops.length)?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={showsChoice ? undefined : label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={label}
        onKeyDown={enter}
      >
        {showsChoice && <span className="visually-hidden">{label}: </span>}
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes.panel}
        onBeforeToggle={place}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={moveFocus}
        onFocus={keepsEscape}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
