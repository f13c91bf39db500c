import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useOrganizations } from '../api/use-organizations.ts';
import { Skeleton } from '../ui/pages/skeleton.tsx';
import { type MenuGroup, projectMenu, usePages, workspaceMenu } from './pages.ts';
import classes from './side-menu.module.css';
import { usePlace } from './use-place.ts';
import { useShownProject } from './use-shown-project.ts';

/** The list of pages for where the person is. `isFolded` leaves the icons. */
export function SideMenu({ isFolded = false, onChoose }: { isFolded?: boolean; onChoose?: () => void }) {
  const projectRef = useShownProject();
  const organizations = useOrganizations();
  const pages = usePages();
  const groups =
    projectRef === null ? workspaceMenu(pages, organizations.data ?? []) : projectMenu(pages, projectRef);
  return (
    <nav
      className={classes.menu}
      aria-label={projectRef === null ? 'Workspace' : 'Project'}
      data-folded={isFolded || undefined}
    >
      {groups.map((group) => (
        <Group
          key={group.title ?? ''}
          group={group}
          projectRef={projectRef}
          {...(onChoose === undefined ? {} : { onChoose })}
        />
      ))}
      {projectRef === null && organizations.isPending && <Skeleton height={32} radius={6} />}
    </nav>
  );
}

interface GroupProps {
  group: MenuGroup;
  projectRef: string | null;
  onChoose?: () => void;
}

function Group({ group, projectRef, onChoose }: GroupProps) {
  const { subMenu: here, organizationSlug } = usePlace();
  /** Each organization has an entry that stands for its pages. */
  const isHere = (key: string) => organizationSlug === null || organizationSlug === key;
  if (group.entries.length === 0) return null;
  return (
    <div className={classes.group}>
      {group.title !== null && <p className={classes.title}>{group.title}</p>}
      <ul aria-label={group.title ?? undefined}>
        {group.entries.map(({ key, label, icon: Icon, link, isExact, badge: Badge, subMenu }) => (
          <li key={key}>
            <Link
              {...link}
              className={classes.entry}
              activeOptions={{ exact: isExact, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              inactiveProps={
                subMenu !== undefined && subMenu === here && isHere(key) ? { 'aria-current': 'page' } : {}
              }
              title={label}
              onClick={onChoose}
            >
              <Suspense fallback={<span className={classes.icon} />}>
                <Icon size={17} stroke={1.6} aria-hidden="true" />
              </Suspense>
              <span className={classes.label}>{label}</span>
              {Badge !== undefined && projectRef !== null && (
                <Suspense>
                  <Badge projectRef={projectRef} />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
