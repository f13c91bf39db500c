import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './panels.module.css';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  /** Stands below what scrolls. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A panel beside the grid, over it where there is no room. Escape closes it. */
export function SidePanel({ title, onClose, foot, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>('input, textarea, select');
    (first ?? panel.current)?.focus();
  }, []);
  return (
    <section
      ref={panel}
      className={classes.side}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header className={classes.head}>
        <h3>{title}</h3>
        <button type="button" className={classes.close} aria-label={`Close: ${title}`} onClick={onClose}>
          <IconX size={15} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.content} tabIndex={0} aria-label={`${title}, content`}>
        {children}
      </section>
      {foot !== undefined && <footer className={classes.foot}>{foot}</footer>}
    </section>
  );
}
