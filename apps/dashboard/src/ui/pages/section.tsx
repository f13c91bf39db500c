import { type ReactNode, useId } from 'react';
import { slugOf } from '../../lib/pages/slug.ts';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  tone?: 'default' | 'danger';
  children?: ReactNode;
}

/** A framed part of a page with its own heading. */
export function Section({ title, description, actions, tone = 'default', children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} data-tone={tone} data-place={slugOf(title)} aria-labelledby={id}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {description !== undefined && <p className={classes.description}>{description}</p>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {children !== undefined && <div className={classes.body}>{children}</div>}
    </section>
  );
}
