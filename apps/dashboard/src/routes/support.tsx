import { createRoute } from '@tanstack/react-router';
import { presentParams, textParam } from '../lib/search-params.ts';
import { ComingLater } from '../shell/coming-later.tsx';
import { signedInRoute } from './signed-in.tsx';

export const supportRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/support/new',
  staticData: { surface: 'Support', page: 'support/new' },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      category: textParam(search['category']),
      ref: textParam(search['ref']),
      subject: textParam(search['subject']),
      message: textParam(search['message']),
    }),
  component: () => <ComingLater page="support/new" />,
});
