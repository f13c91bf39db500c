import type { ReactNode } from 'react';
import classes from './tag.module.css';

interface TagProps {
  /** Colors are for states that matter; whatever merely names something is plain. */
  tone?: 'plain' | 'ok' | 'info' | 'warn' | 'danger';
  icon?: ReactNode;
  /** Said on hover. */
  title?: string;
  children: ReactNode;
}

/** One or two words that say what something is. */
export function Tag({ tone = 'plain', icon, title, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} title={title}>
      {icon}
      {children}
    </span>
  );
}
