import { Section } from '../../../ui/pages/section.tsx';
import type { Reference } from './reference-lists.ts';
import classes from './reference-section.module.css';

interface ReferenceSectionProps {
  title: string;
  description: string;
  references: readonly Reference[];
}

/** A list of links to other places, which open in a tab of their own. */
export function ReferenceSection({ title, description, references }: ReferenceSectionProps) {
  return (
    <Section title={title} description={description}>
      <ul className={classes.list} aria-label={title}>
        {references.map(({ name, note, href }) => (
          <li key={href}>
            <a className={classes.link} href={href} target="_blank" rel="noreferrer">
              <span className={classes.name}>{name}</span>
              {note !== undefined && <span className={classes.note}>{note}</span>}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
