import type { Organization } from '@basalt/contract';
import {
  type Icon,
  IconBuilding,
  IconChartBar,
  IconCpu,
  IconDatabaseCog,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconLock,
  IconMail,
  IconPuzzle,
  IconSend,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconTemplate,
  IconTerminal2,
  IconUsers,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import type { Destination } from './destination.ts';

export interface MenuEntry {
  /** Unique in its group. */
  key: string;
  label: string;
  icon: Icon;
  link: Destination;
  /** Only the very address is "here", not what lies below it. */
  isExact?: boolean;
}

export interface MenuGroup {
  title: string | null;
  entries: MenuEntry[];
}

/** The left menu of a project's pages. Only what works is listed. */
export function projectMenu(ref: string): MenuGroup[] {
  const params = { ref };
  return [
    {
      title: null,
      entries: [
        { ...entry('Home', IconHome, linkOptions({ to: '/project/$ref', params })), isExact: true },
        entry('SQL editor', IconTerminal2, linkOptions({ to: '/project/$ref/sql', params })),
        entry('Reports', IconChartBar, linkOptions({ to: '/project/$ref/reports', params })),
        entry('API exposure', IconShieldLock, linkOptions({ to: '/project/$ref/api/tables', params })),
        entry('Logs', IconListDetails, linkOptions({ to: '/project/$ref/logs', params })),
      ],
    },
    {
      title: 'Database',
      entries: [entry('Backups', IconHistory, linkOptions({ to: '/project/$ref/database/backups', params }))],
    },
    {
      title: 'Authentication',
      entries: [
        entry('Users', IconUsers, linkOptions({ to: '/project/$ref/auth/users', params })),
        entry('Mailbox', IconMail, linkOptions({ to: '/project/$ref/auth/mailbox', params })),
        entry('Settings', IconLock, linkOptions({ to: '/project/$ref/auth/settings', params })),
        entry('SMTP', IconSend, linkOptions({ to: '/project/$ref/auth/smtp', params })),
        entry('Mail templates', IconTemplate, linkOptions({ to: '/project/$ref/auth/templates', params })),
        entry('Rate limits', IconGauge, linkOptions({ to: '/project/$ref/auth/rate-limits', params })),
      ],
    },
    {
      title: 'Settings',
      entries: [
        entry('General', IconSettings, linkOptions({ to: '/project/$ref/settings/general', params })),
        entry('API keys', IconKey, linkOptions({ to: '/project/$ref/settings/api', params })),
        entry('Database', IconDatabaseCog, linkOptions({ to: '/project/$ref/settings/database', params })),
        entry(
          'Infrastructure',
          IconServer,
          linkOptions({ to: '/project/$ref/settings/infrastructure', params }),
        ),
        entry(
          'Compute and disk',
          IconCpu,
          linkOptions({ to: '/project/$ref/settings/compute-and-disk', params }),
        ),
        entry('Add-ons', IconPuzzle, linkOptions({ to: '/project/$ref/settings/addons', params })),
      ],
    },
  ];
}

/** The left menu outside of projects. Beyond `MAX_LISTED` organizations the switcher is the quicker way. */
export function workspaceMenu(organizations: readonly Organization[]): MenuGroup[] {
  return [
    {
      title: null,
      entries: [entry('Projects', IconStack2, linkOptions({ to: '/projects' }))],
    },
    {
      title: 'Account',
      entries: [entry('Access tokens', IconKey, linkOptions({ to: '/account/tokens' }))],
    },
    // Last, so that nothing moves when the organizations arrive.
    {
      title: organizations.length === 1 ? 'Organization' : 'Organizations',
      entries: organizations.slice(0, MAX_LISTED).map(({ slug, name }) => ({
        ...entry(name, IconBuilding, linkOptions({ to: '/org/$slug/general', params: { slug } })),
        key: slug,
      })),
    },
  ];
}

const MAX_LISTED = 8;

/** An entry whose label no other of its group has. */
function entry(label: string, icon: Icon, link: Destination): MenuEntry {
  return { key: label, label, icon, link };
}
