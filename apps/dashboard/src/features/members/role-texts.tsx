import type { Role } from '@basalt/contract';
import { Section } from '../../ui/pages/section.tsx';
import classes from './role-texts.module.css';

/** What each role may do, for people. The server decides; this only tells. */
const ROLE_TEXTS: ReadonlyArray<[Role, string]> = [
  ['Owner', 'Everything, including deleting the organization and making other owners.'],
  [
    'Administrator',
    'Creates, pauses, renames and deletes projects, renames the organization, and invites and changes members who are not owners.',
  ],
  ['Developer', 'Works in projects: runs SQL, deploys functions, sees keys, restarts and restores.'],
  ['Read-only', 'Looks at projects and changes nothing.'],
];

export function RoleTexts({ own }: { own: Role }) {
  return (
    <Section title="Roles" description="What each role may do. Your own is marked.">
      <dl className={classes.roles}>
        {ROLE_TEXTS.map(([name, text]) => (
          <div key={name} className={classes.role} data-own={name === own || undefined}>
            <dt>
              {name}
              {name === own && <span className={classes.own}>Your role</span>}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
