import type { Organization } from '@basalt/contract';
import {
  type Icon,
  IconBuilding,
  IconGauge,
  IconHome,
  IconKey,
  IconListDetails,
  IconLock,
  IconMail,
  IconSend,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconTerminal2,
  IconUsers,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import type { Destination } from './destination.ts';

export interface MenuEntry {
  /** Unique in its menu. */
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
        {
          key: 'home',
          label: 'Home',
          icon: IconHome,
          link: linkOptions({ to: '/project/$ref', params }),
          isExact: true,
        },
        {
          key: 'sql',
          label: 'SQL editor',
          icon: IconTerminal2,
          link: linkOptions({ to: '/project/$ref/sql', params }),
        },
        {
          key: 'api-tables',
          label: 'API exposure',
          icon: IconShieldLock,
          link: linkOptions({ to: '/project/$ref/api/tables', params }),
        },
        {
          key: 'logs',
          label: 'Logs',
          icon: IconListDetails,
          link: linkOptions({ to: '/project/$ref/logs', params }),
        },
      ],
    },
    {
      title: 'Authentication',
      entries: [
        {
          key: 'users',
          label: 'Users',
          icon: IconUsers,
          link: linkOptions({ to: '/project/$ref/auth/users', params }),
        },
        {
          key: 'mailbox',
          label: 'Mailbox',
          icon: IconMail,
          link: linkOptions({ to: '/project/$ref/auth/mailbox', params }),
        },
        {
          key: 'auth-settings',
          label: 'Settings',
          icon: IconLock,
          link: linkOptions({ to: '/project/$ref/auth/settings', params }),
        },
        {
          key: 'smtp',
          label: 'SMTP',
          icon: IconSend,
          link: linkOptions({ to: '/project/$ref/auth/smtp', params }),
        },
        {
          key: 'rate-limits',
          label: 'Rate limits',
          icon: IconGauge,
          link: linkOptions({ to: '/project/$ref/auth/rate-limits', params }),
        },
      ],
    },
    {
      title: 'Settings',
      entries: [
        {
          key: 'general',
          label: 'General',
          icon: IconSettings,
          link: linkOptions({ to: '/project/$ref/settings/general', params }),
        },
        {
          key: 'api-keys',
          label: 'API keys',
          icon: IconKey,
          link: linkOptions({ to: '/project/$ref/settings/api', params }),
        },
      ],
    },
  ];
}

/** The left menu outside of projects. Beyond `MAX_LISTED` organizations the switcher is the quicker way. */
export function workspaceMenu(organizations: readonly Organization[]): MenuGroup[] {
  return [
    {
      title: null,
      entries: [
        { key: 'projects', label: 'Projects', icon: IconStack2, link: linkOptions({ to: '/projects' }) },
      ],
    },
    {
      title: 'Account',
      entries: [
        {
          key: 'tokens',
          label: 'Access tokens',
          icon: IconKey,
          link: linkOptions({ to: '/account/tokens' }),
        },
      ],
    },
    // Last, so that nothing moves when the organizations arrive.
    {
      title: organizations.length === 1 ? 'Organization' : 'Organizations',
      entries: organizations.slice(0, MAX_LISTED).map((organization) => ({
        key: organization.slug,
        label: organization.name,
        icon: IconBuilding,
        link: linkOptions({ to: '/org/$slug/general', params: { slug: organization.slug } }),
      })),
    },
  ];
}

const MAX_LISTED = 8;
