import { Link } from '@tanstack/react-router';
import { memo, Suspense, useMemo } from 'react';
import { useOrganizations } from '../api/use-organizations.ts';
import { Skeleton } from '../ui/pages/skeleton.tsx';
import { type MenuEntry, projectMenu, usePages, workspaceMenu } from './pages.ts';
import classes from './side-menu.module.css';
import { usePlace } from './use-place.ts';
import { useShownProject } from './use-shown-project.ts';

/** The list of pages for where the person is. `isFolded` leaves the icons. */
export function SideMenu({ isFolded = false, onChoose }: { isFolded?: boolean; onChoose?: () => void }) {
  const projectRef = useShownProject();
  const organizations = useOrganizations();
  const pages = usePages();
  const groups = useMemo(
    () =>
      projectRef === null ? workspaceMenu(pages, organizations.data ?? []) : projectMenu(pages, projectRef),
    [projectRef, pages, organizations.data],
  );
  const { subMenu: here, organizationSlug } = usePlace();
  /** Each organization has an entry that stands for its pages. */
  const standsForHere = ({ key, subMenu }: MenuEntry) =>
    subMenu !== undefined && subMenu === here && (organizationSlug === null || organizationSlug === key);
  return (
    <nav
      className={classes.menu}
      aria-label={projectRef === null ? 'Workspace' : 'Project'}
      data-folded={isFolded || undefined}
    >
      {groups.map(
        ({ title, entries }) =>
          entries.length > 0 && (
            <div key={title ?? ''} className={classes.group}>
              {title !== null && <p className={classes.title}>{title}</p>}
              <ul aria-label={title ?? undefined}>
                {entries.map((entry) => (
                  <li key={entry.key}>
                    <Entry
                      entry={entry}
                      isHere={standsForHere(entry)}
                      projectRef={projectRef}
                      onChoose={onChoose}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {projectRef === null && organizations.isPending && <Skeleton height={32} radius={6} />}
    </nav>
  );
}

interface EntryProps {
  entry: MenuEntry;
  /** It stands for a menu whose page is shown. */
  isHere: boolean;
  projectRef: string | null;
  onChoose: (() => void) | undefined;
}

/** When the page changes, only the two entries that it concerns are drawn anew. */
const Entry = memo(function Entry({ entry, isHere, projectRef, onChoose }: EntryProps) {
  const { label, icon: Icon, link, isExact, badge: Badge } = entry;
  return (
    <Link
      {...link}
      className={classes.entry}
      activeOptions={{ exact: isExact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      inactiveProps={isHere ? { 'aria-current': 'page' } : {}}
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
  );
});
