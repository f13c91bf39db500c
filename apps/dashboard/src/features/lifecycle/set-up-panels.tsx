import type { Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { Section } from '../../ui/pages/section.tsx';
import classes from './set-up-panels.module.css';

/** What an app needs of a project, and what to build it with, while the database is being made. */
export function SetUpPanels({ project, api }: { project: Project; api: ReactNode }) {
  return (
    <div className={classes.panels}>
      {api}
      {project.status === 'COMING_UP' && (
        <>
          <ReferenceSection
            title="Client libraries"
            description="Each takes the project URL and a key."
            references={CLIENT_LIBRARIES}
          />
          <ReferenceSection
            title="Example apps"
            description="Whole applications to start from."
            references={EXAMPLE_APPS}
          />
        </>
      )}
    </div>
  );
}

interface ReferenceSectionProps {
  title: string;
  description: string;
  references: readonly Reference[];
}

/** A list of links to other places, which open in a tab of their own. */
function ReferenceSection({ title, description, references }: ReferenceSectionProps) {
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

interface Reference {
  name: string;
  /** What it is, where the name does not say it. */
  note?: string;
  href: string;
}

const GITHUB = 'https://github.com';
const EXAMPLES = `${GITHUB}/supabase/supabase/tree/master/examples`;

/** Libraries that speak the API of a project. */
const CLIENT_LIBRARIES: readonly Reference[] = [
  { name: 'JavaScript', href: `${GITHUB}/supabase/supabase-js` },
  { name: 'Flutter', href: `${GITHUB}/supabase/supabase-flutter` },
  { name: 'Python', note: 'Alpha', href: `${GITHUB}/supabase/supabase-py` },
  { name: 'C#', href: `${GITHUB}/supabase-community/supabase-csharp` },
  { name: 'Swift', href: `${GITHUB}/supabase/supabase-swift` },
  { name: 'Kotlin', href: `${GITHUB}/supabase-community/supabase-kt` },
];

/** Applications to start from. They take the address and a key of any project. */
const EXAMPLE_APPS: readonly Reference[] = [
  { name: 'Todo list', note: 'Rows that belong to their users', href: `${EXAMPLES}/todo-list` },
  { name: 'User management', note: 'Sign-up, sign-in, profiles', href: `${EXAMPLES}/user-management` },
  { name: 'Chat', note: 'Channels, roles and permissions', href: `${EXAMPLES}/slack-clone` },
];
