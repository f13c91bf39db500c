import type { Project } from '@basalt/contract';
import { IconGitBranch, IconSelector } from '@tabler/icons-react';
import { Dropdown } from '../ui/menus/dropdown.tsx';
import { BranchSwitcherList } from './branch-switcher-list.tsx';
import classes from './switcher.module.css';

/** Which branch of the project one is in, and the way to any other. */
export function BranchSwitcher({ project }: { project: Project }) {
  return (
    <div className={`${classes.switcher} ${classes.branch}`}>
      <Dropdown
        label="Switch branch"
        showsChoice
        className={classes.button}
        trigger={
          <>
            <IconGitBranch size={15} stroke={1.75} aria-hidden="true" />
            <span className={classes.name}>{project.parent === null ? 'Production' : project.name}</span>
            <IconSelector size={14} stroke={1.75} aria-hidden="true" />
          </>
        }
      >
        {(close) => <BranchSwitcherList project={project} onChoose={close} />}
      </Dropdown>
    </div>
  );
}
