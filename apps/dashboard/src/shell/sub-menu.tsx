import { Link, useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { ChoiceField } from '../ui/fields/choice-field.tsx';
import { type ListedPage, linkTo, usePages } from './pages.ts';
import { SettingSearch } from './setting-search.tsx';
import classes from './sub-menu.module.css';
import { usePlace } from './use-place.ts';

/** Menus whose pages are mostly settings. */
const WITH_SETTINGS: readonly string[] = ['Settings', 'Authentication', 'Organization'];

/** The pages that belong together: a list beside their content, and a picker above it where there is no room for one. */
export function SubMenu({ name }: { name: string }) {
  const { projectRef, organizationSlug, path } = usePlace();
  const navigate = useNavigate();
  const pages = usePages().filter(({ subMenu }) => subMenu === name);
  const params = { ref: projectRef ?? '', slug: organizationSlug ?? '' };
  const list = (
    <>
      <nav className={classes.list} aria-label={name}>
        <ul>
          {pages.map((page) => (
            <li key={page.path}>
              <Entry
                page={page}
                projectRef={params.ref}
                slug={params.slug}
                // Where another entry lies below its address, that one is meant.
                isExact={pages.some(({ path: other }) => other.startsWith(`${page.path}/`))}
              />
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.picker}>
        <ChoiceField
          label={`Page of ${name.toLowerCase()}`}
          value={path}
          options={pages.map((page) => ({ value: page.path, label: nameOf(page) }))}
          onChange={(next) => {
            const page = pages.find((each) => each.path === next);
            if (page !== undefined) void navigate(linkTo(page, { params }));
          }}
        />
      </div>
    </>
  );
  return (
    <div className={classes.frame}>
      {WITH_SETTINGS.includes(name) ? (
        <SettingSearch scope={{ ref: projectRef ?? undefined, slug: organizationSlug ?? undefined }}>
          {list}
        </SettingSearch>
      ) : (
        list
      )}
    </div>
  );
}

interface EntryProps {
  page: ListedPage;
  projectRef: string;
  slug: string;
  isExact: boolean;
}

/** When the page changes, only the two entries that it concerns are drawn anew. */
const Entry = memo(function Entry({ page, projectRef, slug, isExact }: EntryProps) {
  return (
    <Link
      {...linkTo(page, { params: { ref: projectRef, slug } })}
      className={classes.entry}
      activeOptions={{ exact: isExact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      {nameOf(page)}
    </Link>
  );
});

/** The menu name of the page that the left menu leads to stands for all of them. */
function nameOf({ title, menuLabel = title, icon }: ListedPage): string {
  return icon === undefined ? menuLabel : title;
}
