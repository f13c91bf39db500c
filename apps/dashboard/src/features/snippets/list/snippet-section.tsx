import { IconChevronRight } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { type Persisted, usePersisted } from '../../../lib/persisted.ts';
import classes from './snippet-section.module.css';

interface SnippetSectionProps {
  projectRef: string;
  title: string;
  count: number | undefined;
  actions?: ReactNode;
  /** Makes the section accept drops. */
  drop?: ComponentProps<'section'>;
  /** Drawn only while the section is open. */
  children: () => ReactNode;
}

/** A part of the list that can be closed. The browser remembers whether it is. */
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

/** Sections and folders that are not in their first state, because the person opened or closed them. */
const turnedSections: Persisted<readonly string[]> = {
  topic: 'snippets-sections',
  fallback: [],
  parse: (stored) =>
    Array.isArray(stored) && stored.every((key) => typeof key === 'string') ? stored.slice(-500) : null,
};

/** Whether a part of the list is open, and a function that changes it. This browser remembers the answer. */
export function useSectionOpen(
  projectRef: string,
  key: string,
  isOpenAtFirst: boolean,
): [boolean, () => void] {
  const [turned, setTurned] = usePersisted(turnedSections, projectRef);
  const isTurned = turned.includes(key);
  const toggle = () => setTurned(isTurned ? turned.filter((other) => other !== key) : [...turned, key]);
  return [isTurned !== isOpenAtFirst, toggle];
}
