import { IconChevronRight } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useSectionOpen } from './section-state.ts';
import classes from './snippet-section.module.css';

interface SnippetSectionProps {
  projectRef: string;
  title: string;
  count: number | undefined;
  actions?: ReactNode;
  /** Makes it a place that something can be dropped on. */
  drop?: ComponentProps<'section'>;
  /** Drawn only while the section is open. */
  children: () => ReactNode;
}

/** A part of the list that can be folded away; the browser remembers. */
export function SnippetSection({ projectRef, title, count, actions, drop, children }: SnippetSectionProps) {
  const [isOpen, toggle] = useSectionOpen(projectRef, title, true);
  return (
    <section {...drop} className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={toggle}>
            <IconChevronRight size={13} stroke={2} aria-hidden="true" />
            {title}
            <span className={classes.count}>{count ?? ''}</span>
          </button>
        </h3>
        {actions}
      </div>
      {isOpen && children()}
    </section>
  );
}
