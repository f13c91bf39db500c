import { Link } from '@tanstack/react-router';
import { Section } from '../../ui/pages/section.tsx';
import classes from './start-lists.module.css';

const LIBRARIES: readonly { name: string; note?: string; text: string; href: string }[] = [
  {
    name: 'JavaScript',
    text: 'Browsers, Node.js, Deno and React Native',
    href: 'https://www.npmjs.com/package/@supabase/supabase-js',
  },
  {
    name: 'Flutter',
    text: 'Apps in Dart for phones, the desktop and the web',
    href: 'https://pub.dev/packages/supabase_flutter',
  },
  {
    name: 'Python',
    note: 'Alpha',
    text: 'Servers, scripts and notebooks',
    href: 'https://pypi.org/project/supabase/',
  },
  { name: 'C#', text: '.NET and Unity', href: 'https://www.nuget.org/packages/Supabase' },
  {
    name: 'Swift',
    text: 'Apps for Apple’s systems',
    href: 'https://github.com/supabase/supabase-swift',
  },
  {
    name: 'Kotlin',
    text: 'Android and Kotlin Multiplatform',
    href: 'https://github.com/supabase-community/supabase-kt',
  },
];

const EXAMPLES: readonly { name: string; text: string; hash: string }[] = [
  {
    name: 'Team to-do',
    text: 'React: signing in, files, and a list that all see change',
    hash: 'team-to-do',
  },
  {
    name: 'Short links',
    text: 'A server in plain Node.js that keeps rows with the secret key',
    hash: 'short-links',
  },
];

/** What an application can be made with, and two that are made. */
export function StartLists() {
  return (
    <div className={classes.lists}>
      <Section title="Client libraries" description="The public libraries work as they are.">
        <ul className={classes.list}>
          {LIBRARIES.map(({ name, note, text, href }) => (
            <li key={name}>
              <a href={href} target="_blank" rel="noreferrer" className={classes.name}>
                {name}
              </a>
              <span className={classes.text}>
                {text}
                {note !== undefined && <span className={classes.note}> {note}</span>}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Example apps" description="Small and whole, to read and to run against this project.">
        <ul className={classes.list}>
          {EXAMPLES.map(({ name, text, hash }) => (
            <li key={name}>
              <Link to="/docs/$name" params={{ name: 'examples' }} hash={hash} className={classes.name}>
                {name}
              </Link>
              <span className={classes.text}>{text}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
