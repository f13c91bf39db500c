import type { Organization } from '@basalt/contract';
import { type LinkProps, useRouter } from '@tanstack/react-router';
import type { MenuIcon, PageDeclaration } from '../lib/pages/page-declaration.ts';
import { isOfUse, type ServerKind } from '../lib/pages/server-need.ts';
import { useServerKind } from '../lib/pages/use-server-kind.ts';
import { usePlace } from './use-place.ts';

/** A place in the dashboard. */
export type Destination = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;

/** A page with its address, such as `/project/$ref/logs`. */
export interface ListedPage extends PageDeclaration {
  path: string;
}

export interface MenuEntry {
  /** Unique in its group. */
  key: string;
  label: string;
  icon: MenuIcon;
  link: Destination;
  /** Only the very address is "here", not what lies below it. */
  isExact: boolean;
  badge: PageDeclaration['badge'];
  /** The entry stands for all pages of this menu. */
  subMenu: PageDeclaration['subMenu'];
}

export interface MenuGroup {
  title: string | null;
  entries: MenuEntry[];
}

interface RouteOfPage {
  fullPath: string;
  options: { staticData?: { page?: PageDeclaration } };
}

const PROJECT_HOME = '/project/$ref';
/** Pages with others below their address that are no part of them. */
const EXACT_PAGES: readonly string[] = [PROJECT_HOME, '/account'];
const MAX_LISTED = 8;

/** All declared pages in the order in which the router was given their routes. */
export function listPages(routes: Readonly<Record<string, RouteOfPage>>): ListedPage[] {
  return Object.values(routes).flatMap(({ fullPath, options }) => {
    const page = options.staticData?.page;
    // The index of a project has a slash at its end, which no link has.
    return page === undefined ? [] : [{ ...page, path: fullPath.replace(/(?<=.)\/$/, '') }];
  });
}

/** The lists are asked for by many parts of the frame, each time a page changes, and stay what they are. */
const listed = new WeakMap<object, Record<ServerKind, readonly ListedPage[]>>();

/** The pages that are offered here. */
export function usePages(): readonly ListedPage[] {
  const { routesById } = useRouter();
  const { projectRef } = usePlace();
  const lists = listed.get(routesById) ?? listsOf(routesById as unknown as Record<string, RouteOfPage>);
  listed.set(routesById, lists);
  return lists[useServerKind(projectRef)];
}

function listsOf(routes: Readonly<Record<string, RouteOfPage>>) {
  const own = listPages(routes);
  return { own, kept: offeredPages(own, 'kept'), attached: offeredPages(own, 'attached') };
}

/** The pages that are of use: for an attached database, those that are not about its server. */
export function offeredPages(pages: readonly ListedPage[], server: ServerKind): ListedPage[] {
  return pages.filter(({ needsOwnServer }) => isOfUse(needsOwnServer, server));
}

export const isProjectPage = ({ path }: ListedPage) => path.startsWith(PROJECT_HOME);
export const isProjectHome = ({ path }: ListedPage) => path === PROJECT_HOME;
export const isOrganizationPage = ({ path }: ListedPage) => path.includes('/$slug');

/** The way to a page. The path comes from the router, so the router knows it. */
export function linkTo({ path }: ListedPage, rest: Omit<Destination, 'to'> = {}): Destination {
  return { to: path as NonNullable<Destination['to']>, ...rest };
}

/** The left menu of a project's pages. Only what works is listed. */
export function projectMenu(pages: readonly ListedPage[], ref: string): MenuGroup[] {
  return groupEntries(pages.filter(isProjectPage), { ref });
}

/** The left menu outside of projects. Beyond `MAX_LISTED` organizations the switcher is the quicker way. */
export function workspaceMenu(
  pages: readonly ListedPage[],
  organizations: readonly Organization[],
): MenuGroup[] {
  const ofOrganization = pages.filter(isOrganizationPage);
  const general = pages.filter((page) => !isProjectPage(page) && !isOrganizationPage(page));
  return [
    ...groupEntries(general, {}),
    // Last, so that nothing moves when the organizations arrive.
    {
      title: organizations.length === 1 ? 'Organization' : 'Organizations',
      entries: organizations
        .slice(0, MAX_LISTED)
        .flatMap(({ slug, name }) =>
          ofOrganization.flatMap((page) => entriesOf({ ...page, menuLabel: name }, { slug })),
        ),
    },
  ];
}

/** Pages under their headings, headings in the order of their first page. */
function groupEntries(pages: readonly ListedPage[], params: Record<string, string>): MenuGroup[] {
  const listed = pages.filter(({ icon }) => icon !== undefined);
  return [...Map.groupBy(listed, ({ group }) => group ?? null)].map(([title, members]) => ({
    title,
    entries: members.flatMap((page) => entriesOf(page, params)),
  }));
}

function entriesOf(page: ListedPage, params: Record<string, string>): MenuEntry[] {
  const { icon, path, menuLabel: label = page.title, badge, subMenu } = page;
  if (icon === undefined) return [];
  const key = params.slug ?? path;
  const link = linkTo(page, { params });
  return [{ key, label, icon, link, isExact: EXACT_PAGES.includes(path), badge, subMenu }];
}
