import { IconPlus, IconSearch, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../api/client.ts';
import { useOrganizations } from '../api/use-organizations.ts';
import { groupProjects } from '../lib/group-projects.ts';
import item from '../ui/menu-item.module.css';
import { StatusDot } from '../ui/status/status-badge.tsx';
import classes from './switcher-list.module.css';
import { useCurrentNames } from './use-current-names.ts';
import { usePlace } from './use-place.ts';

/** Every organization with its projects, searchable by name and ref. */
export function SwitcherList({ onChoose }: { onChoose: () => void }) {
  const [search, setSearch] = useState('');
  const { projectRef } = usePlace();
  // Of a branch, its project.
  const { project: current } = useCurrentNames();
  const shownRef = current?.parent?.ref ?? projectRef;
  const organizations = useOrganizations().data ?? [];
  const projects = useQuery(orpc.projects.list.queryOptions()).data ?? [];
  const groups = groupProjects(organizations, projects, { search });
  return (
    <div className={classes.list}>
      <label className={classes.search}>
        <IconSearch size={15} stroke={1.75} aria-hidden="true" />
        <input
          type="search"
          placeholder="Find a project"
          aria-label="Find a project"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // biome-ignore lint/a11y/noAutofocus: the panel opens in order to search it
          autoFocus
        />
      </label>
      <div className={classes.groups}>
        {groups.length === 0 && <p className={classes.nothing}>No project or organization is called that.</p>}
        {groups.map(({ organization, projects: members }) => (
          <section key={organization.slug} aria-label={organization.name}>
            <Link
              to="/org/$slug/general"
              params={{ slug: organization.slug }}
              className={classes.organization}
              title={`Settings of ${organization.name}`}
              onClick={onChoose}
            >
              {organization.name}
            </Link>
            {members.map((project) => (
              <Link
                key={project.ref}
                to="/project/$ref"
                params={{ ref: project.ref }}
                className={item.item}
                aria-current={project.ref === shownRef ? 'true' : undefined}
                title={project.name}
                onClick={onChoose}
              >
                <StatusDot status={project.status} />
                <span className={classes.name}>{project.name}</span>
              </Link>
            ))}
          </section>
        ))}
      </div>
      <div className={classes.foot}>
        <Link to="/projects" className={item.item} onClick={onChoose}>
          <IconStack2 size={16} stroke={1.6} aria-hidden="true" /> All projects
        </Link>
        <Link to="/new" className={item.item} onClick={onChoose}>
          <IconPlus size={16} stroke={1.6} aria-hidden="true" /> New project
        </Link>
      </div>
    </div>
  );
}
