import type { ProjectStatus } from '@basalt/contract';
import { type ReactNode, useId } from 'react';
import { StatusBadge } from '../status/status-badge.tsx';
import { Logo } from './logo.tsx';
import classes from './state-page.module.css';

interface StatePageProps {
  /** live: something is going on. warm: it runs. cold: it does not. */
  mark: 'live' | 'warm' | 'cold';
  title: string;
  status?: ProjectStatus;
  /** What is going on and what it means, in one or two sentences. */
  text: ReactNode;
  actions?: ReactNode;
  /** Progress, reasons, help. */
  children?: ReactNode;
  /** What is wanted seldom, below everything else. */
  foot?: ReactNode;
}

/** A page that stands in for the wanted one while the project is in a special state. */
export function StatePage({ mark, title, status, text, actions, children, foot }: StatePageProps) {
  const id = useId();
  return (
    <section className={classes.page} aria-labelledby={id}>
      <div className={classes.mark} data-mark={mark}>
        <Logo size={44} isBreathing={mark === 'live'} />
      </div>
      {/* Pages follow each other without a click; those who do not see the screen are told. */}
      <div className={classes.words} role="status">
        {status !== undefined && <StatusBadge status={status} />}
        <h1 id={id} className={classes.title}>
          {title}
        </h1>
        <div className={classes.text}>{text}</div>
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      {children !== undefined && <div className={classes.body}>{children}</div>}
      {foot !== undefined && <footer className={classes.actions}>{foot}</footer>}
    </section>
  );
}
