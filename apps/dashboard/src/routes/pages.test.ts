// @vitest-environment happy-dom
import type { Organization, Project, ProjectStatus } from '@basalt/contract';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { choosePage, type LifecyclePage } from '../features/lifecycle/choose-page.ts';
import { type Command, findCommands, listCommands, recentFirst } from '../shell/command-menu/commands.ts';
import { PAGE_WORDS } from '../shell/command-menu/page-words.ts';
import { listPages, offeredPages, projectMenu, workspaceMenu } from '../shell/pages.ts';

// The build derives the client from the contract. No call is made here, so anything will do.
vi.mock('../api/client.ts', () => {
  const anything: unknown = new Proxy(() => anything, { get: () => anything });
  return { api: anything, orpc: anything };
});
// Files share their modules with others of the same worker, who must not meet this client.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { router } = await import('./router.tsx');
const pages = listPages(router.routesById as never);

const abilities = { restart_project: true, pause_project: true, delete_project: true };
const shop = {
  ref: 'a'.repeat(20),
  name: 'shop',
  organization_name: 'Acme',
  restUrl: 'http://x',
  abilities,
} as Project;
const blog = { ...shop, ref: 'b'.repeat(20), name: 'blog' };
const acme = { slug: 'acme', name: 'Acme', abilities: { create_project: false } } as Organization;

const idsOf = (commands: readonly Command[]) => commands.map(({ id }) => id);

describe('the command menu', () => {
  it('reaches every project, the current one by its pages', () => {
    const commands = listCommands({
      pages,
      project: shop,
      projects: [shop, blog],
      organizations: [acme],
    });
    expect(
      commands.filter((command) => command.group === 'Projects').map((command) => command.label),
    ).toEqual(['blog']);
    expect(commands[0]).toMatchObject({ group: 'This project', label: 'Home', description: 'shop' });
  });

  it('offers nothing that the person may not do', () => {
    const looking = { ...shop, abilities: {} } as Project;
    const ids = idsOf(listCommands({ pages, project: looking, projects: [], organizations: [acme] }));
    expect(ids).not.toContain('operate');
    expect(ids).not.toContain('create-user');
    expect(ids).not.toContain('sql-panel');
    expect(ids).not.toContain('new-acme');
  });

  it('offers what the person may do', () => {
    const project = { ...shop, abilities: { ...abilities, update_auth_users: true, read_sql: true } };
    const organization = { ...acme, abilities: { create_project: true } } as Organization;
    const commands = listCommands({
      pages,
      project: project as Project,
      projects: [],
      organizations: [organization],
    });
    expect(idsOf(commands)).toEqual(
      expect.arrayContaining(['operate', 'create-user', 'sql-panel', 'new-acme']),
    );
    expect(commands.find(({ id }) => id === 'create-user')).toMatchObject({
      does: {
        kind: 'go',
        link: { to: '/project/$ref/auth/users', params: { ref: shop.ref }, search: { dialog: 'create' } },
      },
    });
  });

  it('finds by name first, then by other words', () => {
    const commands = listCommands({ pages, project: shop, projects: [shop, blog], organizations: [acme] });
    const found = (text: string) => findCommands(commands, text).map(({ label }) => label);
    expect(found(' SMTP ')).toEqual(['SMTP']);
    expect(found('mail')).toEqual(['Development mailbox', 'Mail templates', 'SMTP']);
    expect(found('nothing at all')).toEqual([]);
  });

  it('begins with what was chosen last, and lists nothing twice', () => {
    const commands = listCommands({ pages, project: shop, projects: [shop, blog], organizations: [acme] });
    const recent = ['sign-out', 'gone-meanwhile', '/project/$ref/logs'];
    const shown = recentFirst(commands, recent);
    expect(shown.slice(0, 3).map(({ group, label }) => [group, label])).toEqual([
      ['Recent', 'Sign out'],
      ['Recent', 'Logs'],
      ['This project', 'Home'],
    ]);
    expect(idsOf(shown).toSorted()).toEqual(idsOf(commands).toSorted());
  });

  it('knows words of pages that there are', () => {
    const paths = new Set(pages.map(({ path }) => path));
    expect(Object.keys(PAGE_WORDS).filter((path) => !paths.has(path))).toEqual([]);
  });

  it('has no two commands with the same id', () => {
    const ids = idsOf(listCommands({ pages, project: shop, projects: [shop, blog], organizations: [acme] }));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('calls pages by names that stand alone', () => {
    const labels = listCommands({ pages, project: shop, projects: [shop], organizations: [acme] }).map(
      ({ label }) => label,
    );
    expect(labels).toMatchInlineSnapshot(`
      [
        "Home",
        "Table editor",
        "SQL editor",
        "Database tables",
        "Schema diagram",
        "Database functions",
        "Database triggers",
        "Database types",
        "Database indexes",
        "Row level security policies",
        "Database extensions",
        "Database roles",
        "Database publications",
        "Database migrations",
        "Scheduled database jobs",
        "Database webhooks",
        "Users",
        "Sign-in activity",
        "Development mailbox",
        "Authentication settings",
        "SMTP",
        "Mail templates",
        "Rate limits",
        "Authentication hooks",
        "Custom providers",
        "OAuth applications",
        "Single sign-on",
        "Third-party auth",
        "Buckets",
        "Storage policies",
        "Edge functions",
        "Secrets of edge functions",
        "Realtime inspector",
        "Realtime traffic",
        "Realtime settings",
        "API access",
        "GraphiQL",
        "Security advisor",
        "Performance advisor",
        "Query performance",
        "Reports",
        "Database report",
        "Logs",
        "Postgres logs",
        "Pooler logs",
        "Auth logs",
        "Storage logs",
        "Edge function logs",
        "Realtime logs",
        "Operations log",
        "Metrics",
        "Usage",
        "Alerts",
        "Backups",
        "Restore to a point in time",
        "Branches",
        "General settings",
        "Restart or pause this project",
        "Delete this project",
        "API keys",
        "Data API settings",
        "Database settings",
        "Vault",
        "Storage settings",
        "Infrastructure",
        "Compute and disk",
        "Add-ons",
        "Connect",
        "API docs",
        "Copy project reference",
        "Copy project URL",
        "Acme: settings",
        "Acme: team",
        "Acme: security",
        "Acme: usage",
        "Acme: billing",
        "Acme: audit log",
        "All projects",
        "Password and sessions",
        "Access tokens",
        "Support",
        "New project",
        "New organization",
        "Use light colors",
        "Use dark colors",
        "Use the colors of the system",
        "Sign out",
      ]
    `);
  });
});

describe('an attached database', () => {
  const attached = { ...shop, is_attached: true, kept_by: null } as Project;
  const offered = offeredPages(pages, 'attached');

  it('has no pages about its server', () => {
    const paths = new Set(offered.map(({ path }) => path));
    expect(pages.flatMap(({ path }) => (paths.has(path) ? [] : path.slice('/project/$ref'.length)))).toEqual([
      '/database/jobs',
      '/database/webhooks',
      '/logs/postgres-logs',
      '/logs/pooler-logs',
      '/database/backups',
      '/database/backups/scheduled',
      '/database/backups/pitr',
      '/branches',
      '/settings/vault',
      '/settings/infrastructure',
      '/settings/compute-and-disk',
    ]);
  });

  it('cannot be restarted or paused from the command menu, and can be left', () => {
    const ids = idsOf(listCommands({ pages: offered, project: attached, projects: [], organizations: [] }));
    expect(ids).not.toContain('operate');
    expect(ids).not.toContain('/project/$ref/branches');
    expect(ids).toContain('delete-project');
  });

  it('can be given another size, upgraded, restarted and paused, and has branches, where it is kept in Kubernetes', () => {
    const ofKept = offeredPages(pages, 'kept');
    const kept = { ...attached, kept_by: 'kubernetes' } as Project;
    const ids = idsOf(listCommands({ pages: ofKept, project: kept, projects: [], organizations: [] }));
    expect(ids).toContain('operate');
    expect(ids).toContain('/project/$ref/settings/compute-and-disk');
    expect(ids).toContain('/project/$ref/branches');
    expect(ids).toContain('/project/$ref/settings/infrastructure');
    expect(ids).not.toContain('/project/$ref/settings/vault');
  });
});

describe('the left menu', () => {
  const shown = (groups: ReturnType<typeof projectMenu>) =>
    groups.map(({ title, entries }) => [title, ...entries.map(({ label }) => label)]);

  it('lists the pages of a project under their headings', () => {
    expect(shown(projectMenu(pages, shop.ref))).toEqual([
      [null, 'Home', 'Table editor', 'SQL editor'],
      [
        'Backend',
        'Database',
        'Authentication',
        'Storage',
        'Edge functions',
        'Realtime',
        'API access',
        'GraphiQL',
      ],
      ['Observability', 'Advisors', 'Query performance', 'Reports', 'Logs', 'Metrics', 'Usage', 'Alerts'],
      ['Project', 'Backups', 'Branches', 'Settings'],
    ]);
  });

  it('leads to no two pages by the same key', () => {
    const keys = pages.flatMap(({ goKey }) => goKey ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(10);
  });

  it('has at most five groups of at most seven', () => {
    const groups = projectMenu(pages, shop.ref);
    expect(groups.length).toBeLessThanOrEqual(5);
    for (const { title, entries } of groups) expect([title, entries.length <= 7]).toEqual([title, true]);
  });

  it('leads to the pages of every menu beside the content', () => {
    const menus = new Set(pages.flatMap(({ subMenu }) => subMenu ?? []));
    for (const menu of menus) {
      const leads = pages.filter(({ subMenu, icon }) => subMenu === menu && icon !== undefined);
      expect([menu, leads.length]).toEqual([menu, 1]);
    }
  });

  it('lists the organizations outside of projects, each by its name', () => {
    expect(shown(workspaceMenu(pages, [acme]))).toEqual([
      [null, 'Projects'],
      ['Account', 'Password and sessions', 'Access tokens'],
      ['Organization', 'Acme'],
    ]);
    expect(workspaceMenu(pages, [acme]).at(-1)?.entries[0]).toMatchObject({
      link: { to: '/org/$slug/general', params: { slug: 'acme' } },
    });
  });

  it('marks the home of a project only on that very page', () => {
    const entries = projectMenu(pages, shop.ref).flatMap((group) => group.entries);
    expect(entries.filter(({ isExact }) => isExact).map(({ label }) => label)).toEqual(['Home']);
  });
});

describe('what the declarations say about states of a project', () => {
  const choose = (path: string, status: ProjectStatus, postgrestStatus: Project['postgrestStatus']) => {
    const page = pages.find((one) => one.path === `/project/$ref${path}`);
    if (page === undefined) throw new Error(`There is no page ${path}`);
    return choosePage({ status, postgrestStatus, page });
  };
  const expectEverywhere = (
    paths: readonly string[],
    status: ProjectStatus,
    api: Project['postgrestStatus'],
    chosen: LifecyclePage,
  ) => {
    for (const path of paths) expect([path, choose(path, status, api)]).toEqual([path, chosen]);
  };

  test('home and settings open in a paused project, all else offers to restore it', () => {
    expectEverywhere(
      ['', '/settings/general', '/settings/api', '/settings/vault', '/settings/storage'],
      'INACTIVE',
      'ONLINE',
      'content',
    );
    expectEverywhere(
      [
        '/settings/database',
        '/settings/infrastructure',
        '/settings/compute-and-disk',
        '/settings/addons',
        '/branches',
      ],
      'INACTIVE',
      'ONLINE',
      'content',
    );
    expectEverywhere(
      ['/sql/$id', '/database/backups/pitr', '/reports/$id', '/logs', '/auth/settings'],
      'INACTIVE',
      'ONLINE',
      'paused',
    );
  });

  test('what says or changes something useful does not wait for the API', () => {
    expectEverywhere(
      [
        '/settings/general',
        '/settings/infrastructure',
        '/settings/addons',
        '/settings/database',
        '/branches',
      ],
      'ACTIVE_HEALTHY',
      'OFFLINE',
      'content',
    );
    expectEverywhere(
      ['/reports', '/reports/$id', '/reports/database', '/logs'],
      'ACTIVE_HEALTHY',
      'OFFLINE',
      'content',
    );
    expectEverywhere(
      ['', '/settings/api', '/settings/storage', '/settings/compute-and-disk', '/sql/$id'],
      'ACTIVE_HEALTHY',
      'OFFLINE',
      'connecting',
    );
    expectEverywhere([''], 'ACTIVE_UNHEALTHY', 'OFFLINE', 'content');
  });

  test('backups stay open during an upgrade', () => {
    expectEverywhere(
      ['/database/backups/scheduled', '/database/backups/pitr'],
      'UPGRADING',
      'ONLINE',
      'content',
    );
    expectEverywhere(['', '/sql/$id', '/settings/general'], 'UPGRADING', 'ONLINE', 'upgrading');
  });

  test('pages that need an ability say which', () => {
    const gated = pages.flatMap(({ path, requires }) =>
      requires === undefined ? [] : [[path.slice('/project/$ref'.length), ...requires.anyOf]],
    );
    expect(gated).toEqual([
      ['/editor', 'run_sql', 'read_sql'],
      ['/editor/$id', 'run_sql', 'read_sql'],
      ['/sql', 'run_sql', 'read_sql'],
      ['/sql/$id', 'run_sql', 'read_sql'],
      ...[
        'tables',
        'schemas',
        'functions',
        'triggers',
        'types',
        'indexes',
        'policies',
        'extensions',
        'roles',
        'publications',
        'migrations',
        'jobs',
        'webhooks',
      ].map((page) => [`/database/${page}`, 'read_sql', 'run_sql']),
      ['/auth/users', 'read_auth_users'],
      ['/auth/users/$id', 'read_auth_users'],
      ['/auth/activity', 'read_auth_users'],
      ['/auth/mailbox', 'read_api_keys'],
      ['/storage/buckets', 'read_storage'],
      ['/storage/buckets/$id', 'read_storage'],
      ['/storage/policies', 'read_sql', 'run_sql'],
      ['/functions', 'read_functions'],
      ['/functions/secrets', 'deploy_functions'],
      ['/functions/new', 'deploy_functions'],
      ['/functions/$slug/details', 'read_functions'],
      ['/realtime/inspector', 'read_api_keys'],
      ['/api/graphiql', 'read_api_keys'],
      ['/logs', 'read_request_log'],
      ...[
        'postgres-logs',
        'pooler-logs',
        'auth-logs',
        'storage-logs',
        'edge-functions-logs',
        'realtime-logs',
        'operations',
      ].map((page) => [`/logs/${page}`, 'read_request_log']),
      ['/database/tables/new', 'run_sql'],
      ['/database/tables/$id/edit', 'run_sql'],
      ['/database/tables/$id/duplicate', 'run_sql'],
    ]);
  });
});

test('settings of projects and of organizations are declared once each, and stand on pages that there are', async () => {
  const declaring = pages.flatMap(({ settings }) => settings ?? []);
  expect(declaring).toHaveLength(2);
  const places = (await Promise.all(declaring.map((declare) => declare()))).flat();
  const paths = new Set(pages.map(({ path }) => path));
  expect(places.filter(({ path }) => !paths.has(path))).toEqual([]);
  const names = places.map(({ path, section, label }) => `${path} ${section} ${label}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(places.length).toBeGreaterThan(100);
});
