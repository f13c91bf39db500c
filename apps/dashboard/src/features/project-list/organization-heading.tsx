import type { Organization } from '@basalt/contract';
import { IconPlus, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './organization-heading.module.css';

/** What an organization is called, how many of its projects are shown, and the ways to its settings and to a new project. */
export function OrganizationHeading(props: { organization: Organization; count: number }) {
  const { organization, count } = props;
  const { slug, name, abilities, is_closed: isClosed } = organization;
  return (
    <div className={classes.heading}>
      <h2 className={classes.name} title={name}>
        <bdi>{name}</bdi>
      </h2>
      <span className={classes.count}>{isClosed ? 'Requires two-factor sign-in' : countLabel(count)}</span>
      {isClosed && (
        <Link to="/account" hash="two-factor-sign-in" className={classes.first}>
          Set it up
        </Link>
      )}
      {count === 0 && abilities.create_project && (
        <Link to="/new/$slug" params={{ slug }} className={classes.first}>
          Create the first project
        </Link>
      )}
      <span className={classes.space} />
      <Link
        to="/org/$slug/general"
        params={{ slug }}
        className={classes.icon}
        aria-label={`Settings of ${name}`}
        title="Organization settings"
      >
        <IconSettings size={16} stroke={1.6} aria-hidden="true" />
      </Link>
      {abilities.create_project && (
        <Link
          to="/new/$slug"
          params={{ slug }}
          className={classes.icon}
          aria-label={`New project in ${name}`}
          title="New project here"
        >
          <IconPlus size={16} stroke={1.6} aria-hidden="true" />
        </Link>
      )}
    </div>
  );
}

function countLabel(count: number): string {
  if (count === 0) return 'No projects yet';
  return count === 1 ? '1 project' : `${count} projects`;
}
