import type { Organization, Project } from '@basalt/contract';
import { IconPlus, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import classes from './organization-projects.module.css';
import { ProjectRow } from './project-row.tsx';

/** One organization with its projects. */
export function OrganizationProjects(props: { organization: Organization; projects: Project[] }) {
  const { organization, projects } = props;
  const { slug, name, abilities } = organization;
  return (
    <section aria-labelledby={`organization-${slug}`}>
      <header className={classes.header}>
        <h2 id={`organization-${slug}`} className={classes.name} title={name}>
          {name}
        </h2>
        <span className={classes.count}>{countLabel(projects.length)}</span>
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
      </header>
      {projects.length === 0 ? (
        <EmptyState
          title="No projects yet"
          text="A project is a PostgreSQL database of its own. Creating one takes about a second."
          action={
            abilities.create_project && (
              <ButtonLink to="/new/$slug" params={{ slug }}>
                Create the first project
              </ButtonLink>
            )
          }
        />
      ) : (
        <ul className={classes.list}>
          {projects.map((project) => (
            <ProjectRow key={project.ref} project={project} />
          ))}
        </ul>
      )}
    </section>
  );
}

function countLabel(count: number): string {
  return count === 1 ? '1 project' : `${count} projects`;
}
