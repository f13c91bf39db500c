import type { ListedProject } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import type { ProjectGroup } from '../../lib/group-projects.ts';
import { HealthLabel } from '../../resource-warnings/health-label.tsx';
import rowLink from '../../ui/lists/row-link.module.css';
import { OrganizationHeading } from './organization-heading.tsx';
import classes from './project-cards.module.css';
import { Disk, LastBackup, Requests } from './project-figures.tsx';
import { ProjectMenu } from './project-menu.tsx';

/** The same projects with more room for each. */
export function ProjectCards({ groups }: { groups: readonly ProjectGroup<ListedProject>[] }) {
  return groups.map(({ organization, projects }) => (
    <section key={organization.slug} aria-label={organization.name}>
      <OrganizationHeading organization={organization} count={projects.length} />
      <ul className={classes.cards}>
        {projects.map((project) => (
          <ProjectCard key={project.ref} project={project} />
        ))}
      </ul>
    </section>
  ));
}

function ProjectCard({ project }: { project: ListedProject }) {
  const { ref, name } = project;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Link to="/project/$ref" params={{ ref }} className={rowLink.link} title={name}>
            <bdi>{name}</bdi>
          </Link>
          <code className={classes.ref}>{ref}</code>
        </div>
        <ProjectMenu project={project} />
      </div>
      <HealthLabel project={project} />
      <dl className={classes.figures}>
        <div>
          <dt>Disk</dt>
          <dd>
            <Disk project={project} />
          </dd>
        </div>
        <div>
          <dt>Requests, 7 days</dt>
          <dd>
            <Requests project={project} />
          </dd>
        </div>
        <div>
          <dt>Last backup</dt>
          <dd>
            <LastBackup project={project} />
          </dd>
        </div>
      </dl>
    </li>
  );
}
