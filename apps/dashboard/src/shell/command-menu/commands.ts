import type { Organization, Project } from '@basalt/contract';
import { withDocs } from '../../lib/api-docs.ts';
import { withConnect } from '../../lib/connect.ts';
import { hasAnyAbility } from '../../lib/pages/page-declaration.ts';
import { isOfUse, type ServerKind, serverKindOf } from '../../lib/pages/server-need.ts';
import {
  type Destination,
  isOrganizationPage,
  isProjectHome,
  isProjectPage,
  type ListedPage,
  linkTo,
} from '../pages.ts';
import { PAGE_WORDS, type PageCommand } from './page-words.ts';

/** Something the command menu can do: go somewhere, copy a text, or one of a few named acts. */
export interface Command {
  id: string;
  group:
    | 'Recent'
    | 'This project'
    | 'Projects'
    | 'Organizations'
    | 'Go to'
    | 'Do'
    | 'Tables'
    | 'Snippets'
    | 'Reports'
    | 'Users'
    | 'Buckets'
    | 'Edge functions'
    | 'Settings'
    | 'Documentation';
  label: string;
  description?: string | undefined;
  /** The keys that do the same without this menu. */
  keys?: readonly string[] | undefined;
  /** Other words people might type for it. */
  keywords?: string | undefined;
  does:
    | { kind: 'go'; link: Destination }
    | { kind: 'copy'; text: string; what: string }
    | {
        kind: 'act';
        act: 'sign-out' | 'sql-panel' | 'assistant' | 'scheme-auto' | 'scheme-light' | 'scheme-dark';
      };
}

interface Known {
  pages: readonly ListedPage[];
  project: Project | undefined;
  projects: readonly Project[];
  organizations: readonly Organization[];
}

const go = (link: Destination) => ({ kind: 'go', link }) as const;

/** Everything one can reach or do from here, the nearest first. */
export function listCommands({ pages, project, projects, organizations }: Known): Command[] {
  const ofProject = pages.filter(isProjectPage);
  const ofOrganization = pages.filter(isOrganizationPage);
  const general = pages.filter((page) => !isProjectPage(page) && !isOrganizationPage(page));
  const home = pages.find(isProjectHome);
  return [
    ...(project === undefined ? [] : projectCommands(ofProject, project)),
    ...projects
      .filter(({ ref }) => home !== undefined && ref !== project?.ref)
      .map(({ ref, name, organization_name }): Command => {
        const does = go(linkTo(home as ListedPage, { params: { ref } }));
        return {
          id: `project-${ref}`,
          group: 'Projects',
          label: name,
          description: organization_name,
          keywords: ref,
          does,
        };
      }),
    ...organizations.flatMap((organization) => organizationCommands(ofOrganization, organization)),
    ...general.flatMap((page) => ownCommand(page, 'Go to', {})),
    ...general.flatMap((page) => moreCommands(page, 'Do', {}, {})),
    ...GENERAL,
  ];
}

/** The commands that were chosen last, newest first, moved to the top. */
export function recentFirst(commands: readonly Command[], recent: readonly string[]): Command[] {
  const known = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []);
  return [
    ...known.map((command): Command => ({ ...command, group: 'Recent' })),
    ...commands.filter((command) => !known.includes(command)),
  ];
}

const MOST_SHOWN = 60;

/** The commands that have a text in their name, then those that have it in other words, in their order otherwise. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLowerCase();
  const has = (words: string | undefined) => words?.toLowerCase().includes(wanted) ?? false;
  const named = commands.filter(({ label }) => has(label));
  const others = commands.filter(
    ({ label, description, keywords }) => !has(label) && (has(description) || has(keywords)),
  );
  return [...named, ...others].slice(0, MOST_SHOWN);
}

function projectCommands(pages: readonly ListedPage[], project: Project): Command[] {
  const { ref, name, restUrl, abilities } = project;
  const group = 'This project';
  return [
    ...pages.flatMap((page) => [
      ...ownCommand(page, group, { ref }).map((command) =>
        isProjectHome(page) ? { ...command, description: name } : command,
      ),
      ...moreCommands(page, group, { ref }, abilities, serverKindOf(project)),
    ]),
    {
      id: 'connect',
      group,
      label: 'Connect',
      keywords:
        'connection string uri psql jdbc env framework react next vue svelte orm drizzle prisma kysely',
      does: go({ to: '.', search: withConnect() as never }),
    },
    {
      id: 'api-docs',
      group,
      label: 'API docs',
      keywords: 'documentation snippets javascript bash curl rest client examples reference',
      does: go({ to: '.', search: withDocs('introduction') as never }),
    },
    {
      id: 'copy-ref',
      group,
      label: 'Copy project reference',
      does: { kind: 'copy', text: ref, what: 'Project reference' },
    },
    {
      id: 'copy-url',
      group,
      label: 'Copy project URL',
      does: { kind: 'copy', text: restUrl, what: 'Project URL' },
    },
  ];
}

function organizationCommands(
  pages: readonly ListedPage[],
  { slug, name, abilities }: Organization,
): Command[] {
  return pages
    .flatMap((page) => [
      ...ownCommand(page, 'Organizations', { slug }).map((command) => ({ ...command, keywords: slug })),
      ...moreCommands(page, 'Organizations', { slug }, abilities),
    ])
    .map((command) => ({
      ...command,
      id: `${command.id}-${slug}`,
      label: `${name}: ${command.label.toLowerCase()}`,
    }));
}

/** Going to the page, if it is one that people look for: in a menu, or with a name that stands alone. */
function ownCommand(page: ListedPage, group: Command['group'], params: Record<string, string>): Command[] {
  const { path, icon, subMenu, menuLabel, fullName, title, goKey } = page;
  if (icon === undefined && fullName === undefined && subMenu === undefined) return [];
  const label = fullName ?? menuLabel ?? title;
  const keys = goKey === undefined ? undefined : ['G', goKey.toUpperCase()];
  const keywords = PAGE_WORDS[path]?.keywords;
  return [{ id: path, group, label, keywords, keys, does: go(linkTo(page, { params })) }];
}

/** What else can be done on the page by somebody with these abilities. */
function moreCommands(
  page: ListedPage,
  group: Command['group'],
  params: Record<string, string>,
  abilities: Partial<Record<string, boolean>>,
  server: ServerKind = 'own',
): Command[] {
  return (PAGE_WORDS[page.path]?.commands ?? [])
    .filter(({ anyOf, needsOwnServer }) => hasAnyAbility(abilities, anyOf) && isOfUse(needsOwnServer, server))
    .map((command) => ({
      id: command.id,
      group,
      label: command.label,
      keywords: command.keywords,
      does: effectOf(command, page, params),
    }));
}

function effectOf(
  { act, search, hash }: PageCommand,
  page: ListedPage,
  params: Record<string, string>,
): Command['does'] {
  if (act !== undefined) return { kind: 'act', act };
  return go(
    linkTo(page, {
      params,
      ...(search === undefined ? {} : { search: search as NonNullable<Destination['search']> }),
      ...(hash === undefined ? {} : { hash }),
    }),
  );
}

const GENERAL: Command[] = [
  {
    id: 'scheme-light',
    group: 'Do',
    label: 'Use light colors',
    keywords: 'theme',
    does: { kind: 'act', act: 'scheme-light' },
  },
  {
    id: 'scheme-dark',
    group: 'Do',
    label: 'Use dark colors',
    keywords: 'theme',
    does: { kind: 'act', act: 'scheme-dark' },
  },
  {
    id: 'scheme-auto',
    group: 'Do',
    label: 'Use the colors of the system',
    keywords: 'theme',
    does: { kind: 'act', act: 'scheme-auto' },
  },
  {
    id: 'sign-out',
    group: 'Do',
    label: 'Sign out',
    keywords: 'log out leave',
    does: { kind: 'act', act: 'sign-out' },
  },
];
