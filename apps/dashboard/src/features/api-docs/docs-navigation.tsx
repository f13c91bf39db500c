import type { ReactNode } from 'react';
import type { DocsSection } from '../../lib/api-docs.ts';
import classes from './docs-navigation.module.css';
import { SECTIONS } from './sections.ts';
import { topicId } from './snippet-list.tsx';

interface DocsNavigationProps {
  sections: readonly DocsSection[];
  section: DocsSection;
  /** Of the page that is shown. */
  topics: readonly string[];
  onSection: (section: DocsSection) => void;
  /** The items of the section. */
  children: ReactNode;
}

/** The sections, the topics of the present page below its own, and its items. */
export function DocsNavigation({ sections, section, topics, onSection, children }: DocsNavigationProps) {
  return (
    <nav className={classes.navigation} aria-label="API docs">
      <ul className={classes.sections}>
        {sections.map((each) => (
          <li key={each}>
            <button
              type="button"
              className={classes.section}
              aria-current={each === section ? 'page' : undefined}
              onClick={() => onSection(each)}
            >
              {SECTIONS[each].title}
            </button>
            {each === section && topics.length > 0 && (
              <ul className={classes.topics} aria-label="On this page">
                {topics.map((title) => (
                  <li key={title}>
                    <button type="button" className={classes.topic} onClick={() => scrollTo(title)}>
                      {title}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {children !== null && <div className={classes.items}>{children}</div>}
    </nav>
  );
}

/** Brings a topic into sight, and the focus to it: the keyboard goes on from there. */
function scrollTo(title: string): void {
  const heading = document.getElementById(topicId(title));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
