import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './panel-frame.module.css';
import { Skeleton } from './skeleton.tsx';

interface PanelFrameProps {
  title: string;
  /** What closing is called. */
  closeLabel: string;
  onClose: () => void;
  /** Between the title and the button that closes it. */
  head?: ReactNode;
  /** Left out while it loads. */
  children?: ReactNode;
}

/** A panel beside the page: its head, and what is in it. */
export function PanelFrame({ title, closeLabel, onClose, head, children }: PanelFrameProps) {
  return (
    <div className={classes.panel}>
      <header className={classes.header}>
        <h2 className={classes.title}>{title}</h2>
        {head}
        <PanelButton label={closeLabel} title="Close" onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </PanelButton>
      </header>
      {children ?? (
        <div className={classes.loading}>
          <Skeleton height={20} lines={6} />
        </div>
      )}
    </div>
  );
}

interface PanelButtonProps {
  label: string;
  title: string;
  onClick: () => void;
  children: ReactNode;
}

/** A small button in the head of a panel: an icon with a name. */
export function PanelButton({ label, title, onClick, children }: PanelButtonProps) {
  return (
    <button type="button" className={classes.button} aria-label={label} title={title} onClick={onClick}>
      {children}
    </button>
  );
}

/** Other things in the head look like its buttons by this class. */
export const panelButtonClass = classes.button ?? '';
