import { IconSelector } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Dropdown } from '../ui/menus/dropdown.tsx';
import { Skeleton } from '../ui/pages/skeleton.tsx';
import classes from './switcher.module.css';
import { useCurrentNames } from './use-current-names.ts';

const load = () => import('./switcher-list.tsx');
const SwitcherList = lazy(() => load().then(({ SwitcherList }) => ({ default: SwitcherList })));

/** Organization / project, and the way to any other. */
export function Switcher() {
  const { project, organization, isLoading } = useCurrentNames();
  return (
    <div className={classes.switcher} onPointerEnter={load}>
      <Dropdown
        label="Switch project"
        showsChoice
        className={classes.button}
        trigger={
          <>
            {isLoading && <Skeleton width={140} height={14} />}
            {!isLoading && project === undefined && organization === undefined && <span>All projects</span>}
            {organization !== undefined && (
              <span className={project === undefined ? classes.name : classes.organization}>
                {organization.name}
              </span>
            )}
            {project !== undefined && (
              <>
                <span className={classes.slash} aria-hidden="true">
                  /
                </span>
                <span className={classes.name}>{project.parent?.name ?? project.name}</span>
              </>
            )}
            <IconSelector size={14} stroke={1.75} aria-hidden="true" />
          </>
        }
      >
        {(close) => (
          <Suspense fallback={<div className={classes.waiting} />}>
            <SwitcherList onChoose={close} />
          </Suspense>
        )}
      </Dropdown>
    </div>
  );
}
