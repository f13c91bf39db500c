import type { Organization, Project } from '@basalt/contract';
import { linkOptions } from '@tanstack/react-router';
import type { Destination } from './destination.ts';

/** Something the command menu can do: go somewhere, copy a text, or one of a few named acts. */
export interface Command {
  id: string;
  group: 'This project' | 'Projects' | 'Organizations' | 'Go to' | 'Do';
  label: string;
  description?: string;
  /** Other words people might type for it. */
  keywords?: string;
  does:
    | { kind: 'go'; link: Destination }
    | { kind: 'copy'; text: string; what: string }
    | { kind: 'act'; act: 'sign-out' | 'sql-panel' | 'scheme-auto' | 'scheme-light' | 'scheme-dark' };
}

interface Known {
  project: Project | undefined;
  projects: readonly Project[];
  organizations: readonly Organization[];
}

const go = (link: Destination) => ({ kind: 'go', link }) as const;

/** Everything one can reach or do from here, the nearest first. */
export function listCommands({ project, projects, organizations }: Known): Command[] {
  return [
    ...(project === undefined ? [] : projectCommands(project)),
    ...projects
      .filter((one) => one.ref !== project?.ref)
      .map((one): Command => {
        const link = linkOptions({ to: '/project/$ref', params: { ref: one.ref } });
        return {
          id: `project-${one.ref}`,
          group: 'Projects',
          label: one.name,
          description: one.organization_name,
          keywords: one.ref,
          does: go(link),
        };
      }),
    ...organizations.flatMap(organizationCommands),
    ...GENERAL,
  ];
}

function projectCommands({ ref, name, restUrl, abilities }: Project): Command[] {
  const params = { ref };
  const settings = linkOptions({ to: '/project/$ref/settings/general', params });
  const group = 'This project' as const;
  const mayOperate = abilities.restart_project || abilities.pause_project || abilities.delete_project;
  return [
    {
      id: 'home',
      group,
      label: 'Home',
      description: name,
      does: go(linkOptions({ to: '/project/$ref', params })),
    },
    {
      id: 'sql',
      group,
      label: 'SQL editor',
      keywords: 'query run',
      does: go(linkOptions({ to: '/project/$ref/sql', params })),
    },
    {
      id: 'reports',
      group,
      label: 'Reports',
      keywords: 'charts dashboards observability',
      does: go(linkOptions({ to: '/project/$ref/reports', params })),
    },
    {
      id: 'database-report',
      group,
      label: 'Database report',
      keywords: 'connections cache hit rate size slow queries performance pg_stat_statements',
      does: go(linkOptions({ to: '/project/$ref/reports/database', params })),
    },
    ...(abilities.run_sql || abilities.read_sql
      ? [
          {
            id: 'sql-panel',
            group,
            label: 'Open the SQL editor panel',
            keywords: 'query run right side',
            does: { kind: 'act', act: 'sql-panel' } as const,
          },
        ]
      : []),
    {
      id: 'api-tables',
      group,
      label: 'API exposure',
      keywords: 'tables rls row level security policies anon',
      does: go(linkOptions({ to: '/project/$ref/api/tables', params })),
    },
    {
      id: 'logs',
      group,
      label: 'Logs',
      keywords: 'requests api errors',
      does: go(linkOptions({ to: '/project/$ref/logs', params })),
    },
    {
      id: 'users',
      group,
      label: 'Users',
      keywords: 'auth people accounts',
      does: go(linkOptions({ to: '/project/$ref/auth/users', params })),
    },
    ...(abilities.update_auth_users
      ? [
          {
            id: 'create-user',
            group,
            label: 'Create a user',
            keywords: 'auth add',
            does: go(linkOptions({ to: '/project/$ref/auth/users', params, search: { dialog: 'create' } })),
          },
        ]
      : []),
    {
      id: 'mailbox',
      group,
      label: 'Development mailbox',
      keywords: 'auth mail e-mail code link',
      does: go(linkOptions({ to: '/project/$ref/auth/mailbox', params })),
    },
    {
      id: 'auth-settings',
      group,
      label: 'Authentication settings',
      keywords: 'sign-up password providers site url redirect github google mfa',
      does: go(linkOptions({ to: '/project/$ref/auth/settings', params })),
    },
    {
      id: 'smtp',
      group,
      label: 'SMTP',
      keywords: 'auth mail server sender',
      does: go(linkOptions({ to: '/project/$ref/auth/smtp', params })),
    },
    {
      id: 'mail-templates',
      group,
      label: 'Mail templates',
      keywords: 'auth e-mail subject content html',
      does: go(linkOptions({ to: '/project/$ref/auth/templates', params })),
    },
    {
      id: 'rate-limits',
      group,
      label: 'Rate limits',
      keywords: 'auth',
      does: go(linkOptions({ to: '/project/$ref/auth/rate-limits', params })),
    },
    {
      id: 'backups',
      group,
      label: 'Backups',
      keywords: 'database restore download schedule dump',
      does: go(linkOptions({ to: '/project/$ref/database/backups/scheduled', params })),
    },
    {
      id: 'pitr',
      group,
      label: 'Restore to a point in time',
      keywords: 'pitr recovery backups moment undo',
      does: go(linkOptions({ to: '/project/$ref/database/backups/pitr', params })),
    },
    {
      id: 'database-settings',
      group,
      label: 'Database settings',
      keywords: 'connection string postgres parameters configuration read-only',
      does: go(linkOptions({ to: '/project/$ref/settings/database', params })),
    },
    {
      id: 'infrastructure',
      group,
      label: 'Infrastructure',
      keywords: 'upgrade postgres version cpu memory disk charts usage metrics',
      does: go(linkOptions({ to: '/project/$ref/settings/infrastructure', params })),
    },
    {
      id: 'compute',
      group,
      label: 'Compute and disk',
      keywords: 'size resize memory cpu connections quota',
      does: go(linkOptions({ to: '/project/$ref/settings/compute-and-disk', params })),
    },
    {
      id: 'addons',
      group,
      label: 'Add-ons',
      keywords: 'settings pitr point in time recovery',
      does: go(linkOptions({ to: '/project/$ref/settings/addons', params })),
    },
    {
      id: 'api-keys',
      group,
      label: 'API keys',
      keywords: 'settings anon service_role publishable secret url jwt signing keys rotate',
      does: go(linkOptions({ to: '/project/$ref/settings/api', params })),
    },
    {
      id: 'data-api',
      group,
      label: 'Data API settings',
      keywords: 'rest schemas exposed max rows',
      does: go(linkOptions({ to: '/project/$ref/settings/api', params, hash: 'data-api' })),
    },
    { id: 'settings', group, label: 'General settings', keywords: 'rename', does: go(settings) },
    ...(mayOperate
      ? [
          {
            id: 'operate',
            group,
            label: 'Restart, pause or delete this project',
            keywords: 'stop resume restore remove',
            does: go(settings),
          },
        ]
      : []),
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

function organizationCommands({ slug, name, abilities }: Organization): Command[] {
  const params = { slug };
  const group = 'Organizations' as const;
  return [
    {
      id: `organization-${slug}`,
      group,
      label: `${name}: settings`,
      keywords: slug,
      does: go(linkOptions({ to: '/org/$slug/general', params })),
    },
    ...(abilities.create_project
      ? [
          {
            id: `new-${slug}`,
            group,
            label: `${name}: new project`,
            does: go(linkOptions({ to: '/new/$slug', params })),
          },
        ]
      : []),
  ];
}

const GENERAL: Command[] = [
  { id: 'projects', group: 'Go to', label: 'All projects', does: go(linkOptions({ to: '/projects' })) },
  {
    id: 'tokens',
    group: 'Go to',
    label: 'Access tokens',
    keywords: 'account api key',
    does: go(linkOptions({ to: '/account/tokens' })),
  },
  {
    id: 'new-project',
    group: 'Do',
    label: 'New project',
    keywords: 'create database',
    does: go(linkOptions({ to: '/new' })),
  },
  {
    id: 'new-organization',
    group: 'Do',
    label: 'New organization',
    keywords: 'create team',
    does: go(linkOptions({ to: '/projects', search: { dialog: 'new-organization' } })),
  },
  {
    id: 'scheme-light',
    group: 'Do',
    label: 'Use light colours',
    keywords: 'theme',
    does: { kind: 'act', act: 'scheme-light' },
  },
  {
    id: 'scheme-dark',
    group: 'Do',
    label: 'Use dark colours',
    keywords: 'theme',
    does: { kind: 'act', act: 'scheme-dark' },
  },
  {
    id: 'scheme-auto',
    group: 'Do',
    label: 'Use the colours of the system',
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
