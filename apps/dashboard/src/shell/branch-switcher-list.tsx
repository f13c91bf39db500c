import type { Project } from '@basalt/contract';
import { IconGitBranch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orpc } from '../api/client.ts';
import { useProject } from '../api/use-project.ts';
import item from '../ui/menu-item.module.css';
import { StatusDot } from '../ui/status/status-badge.tsx';
import classes from './switcher-list.module.css';

/** The project itself and its branches. */
export function BranchSwitcherList({ project, onChoose }: { project: Project; onChoose: () => void }) {
  const ref = project.parent?.ref ?? project.ref;
  const { data: production } = useProject(ref);
  const branches = useQuery(orpc.branches.v1List.queryOptions({ input: { ref } })).data ?? [];
  const places = [
    ...(production === undefined ? [] : [{ ref, name: 'Production', status: production.status }]),
    ...branches.map((branch) => ({
      ref: branch.project_ref,
      name: branch.name,
      status: branch.preview_project_status,
    })),
  ];
  return (
    <div className={classes.list}>
      <div className={classes.groups}>
        {places.map((place) => (
          <Link
            key={place.ref}
            to="/project/$ref"
            params={{ ref: place.ref }}
            className={item.item}
            aria-current={place.ref === project.ref ? 'true' : undefined}
            title={place.name}
            onClick={onChoose}
          >
            <StatusDot status={place.status} />
            <span className={classes.name}>{place.name}</span>
          </Link>
        ))}
      </div>
      <div className={classes.foot}>
        <Link
          to="/project/$ref/branches"
          params={{ ref: project.ref }}
          className={item.item}
          onClick={onChoose}
        >
          <IconGitBranch size={16} stroke={1.6} aria-hidden="true" /> Manage branches
        </Link>
      </div>
    </div>
  );
}
