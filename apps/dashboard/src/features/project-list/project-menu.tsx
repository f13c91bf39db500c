import type { ListedProject } from '@basalt/contract';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Dropdown } from '../../ui/menus/dropdown.tsx';
import trigger from '../../ui/menus/row-menu.module.css';
import classes from './project-menu.module.css';

const loadList = () => import('./project-menu-list.tsx');
const ProjectMenuList = lazy(() => loadList().then((module) => ({ default: module.ProjectMenuList })));
const CommandDialog = lazy(() =>
  import('../../operations/commands/command-button.tsx').then((module) => ({
    default: module.CommandDialog,
  })),
);

/** Where to go in a project, and what to do with it, without opening it first. */
export function ProjectMenu({ project }: { project: ListedProject }) {
  const [asked, setAsked] = useState<'pause' | 'restart' | null>(null);
  return (
    <div className={classes.place} onPointerEnter={loadList}>
      <Dropdown
        label={`Actions for ${project.name}`}
        align="end"
        className={trigger.trigger}
        trigger={<IconDots size={16} stroke={1.75} aria-hidden="true" />}
      >
        {(close) => (
          <Suspense fallback={<div className={classes.waiting} />}>
            <ProjectMenuList project={project} close={close} onAsk={setAsked} />
          </Suspense>
        )}
      </Dropdown>
      <Suspense>
        {asked !== null && (
          <CommandDialog project={project} command={asked} opened onClose={() => setAsked(null)} />
        )}
      </Suspense>
    </div>
  );
}
