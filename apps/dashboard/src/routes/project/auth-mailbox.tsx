import { IconMail } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { idParam, presentParams, textParam } from '../../lib/search-params.ts';
import { lazyPage, ofProject } from '../lazy-page.tsx';
import { projectRoute } from './project.tsx';

export const authMailboxRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/mailbox',
  staticData: {
    page: {
      title: 'Mailbox',
      fullName: 'Development mailbox',
      group: 'Authentication',
      icon: IconMail,
      keywords: 'auth mail e-mail code link',
      phrase: 'its mailbox',
      requires: {
        anyOf: ['read_api_keys'],
        denied: 'You cannot read the mailbox of this project',
        reason: 'Its messages let their reader sign in as the project’s users.',
      },
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      message: idParam(search.message),
    }),
  component: lazyPage(
    () => import('../../features/mailbox/mailbox-page.tsx').then((module) => module.MailboxPage),
    ofProject,
  ),
});
