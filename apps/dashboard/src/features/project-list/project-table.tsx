import type { ListedProject, Organization } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import type { ProjectGroup } from '../../lib/group-projects.ts';
import { HealthLabel } from '../../resource-warnings/health-label.tsx';
import rowLink from '../../ui/lists/row-link.module.css';
import { type VirtualColumn, VirtualTable } from '../../ui/lists/virtual-table.tsx';
import { OrganizationHeading } from './organization-heading.tsx';
import { Disk, LastBackup, Requests } from './project-figures.tsx';
import { ProjectMenu } from './project-menu.tsx';
import classes from './project-table.module.css';

/** A line of the table: an organization, one of its projects, or that it has none. */
type Line =
  | { kind: 'organization'; organization: Organization; count: number }
  | { kind: 'project'; project: ListedProject };

const COLUMNS: readonly VirtualColumn<Line>[] = [
  column('name', 'Name', 'minmax(0, 1fr)', (project) => (
    <>
      <Link
        to="/project/$ref"
        params={{ ref: project.ref }}
        className={`${rowLink.link} ${classes.link}`}
        title={project.name}
      >
        <bdi>{project.name}</bdi>
      </Link>
      <code className={classes.ref}>{project.ref}</code>
    </>
  )),
  column('status', 'Status', 'minmax(100px, 0.35fr)', (project) => <HealthLabel project={project} />),
  column('disk', 'Disk', '104px', (project) => <Disk project={project} />, { isMinor: true }),
  column('requests', 'Requests, 7 days', '128px', (project) => <Requests project={project} />, {
    isMinor: true,
  }),
  column('backup', 'Last backup', '112px', (project) => <LastBackup project={project} />, { isMinor: true }),
  column('menu', 'Actions', '30px', (project) => <ProjectMenu project={project} />, { hidesHeader: true }),
];

/** All projects to compare, under their organizations. */
export function ProjectTable({ groups }: { groups: readonly ProjectGroup<ListedProject>[] }) {
  const lines = groups.flatMap(({ organization, projects }): Line[] => [
    { kind: 'organization', organization, count: projects.length },
    ...projects.map((project) => ({ kind: 'project' as const, project })),
  ]);
  return (
    <VirtualTable
      label="Projects"
      columns={COLUMNS}
      rows={lines}
      rowKey={(line) => (line.kind === 'project' ? line.project.ref : line.organization.slug)}
      spanning={(line) =>
        line.kind === 'project' ? null : (
          <OrganizationHeading organization={line.organization} count={line.count} />
        )
      }
    />
  );
}

function column(
  key: string,
  header: string,
  width: string,
  render: (project: ListedProject) => React.ReactNode,
  more: Pick<VirtualColumn<Line>, 'isMinor' | 'hidesHeader'> = {},
): VirtualColumn<Line> {
  return {
    key,
    header,
    width,
    render: (line) => (line.kind === 'project' ? render(line.project) : null),
    ...more,
  };
}
