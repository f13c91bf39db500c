import { IconKey } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../signed-in.tsx';

export const tokensRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/tokens',
  staticData: {
    page: { title: 'Access tokens', group: 'Account', icon: IconKey, keywords: 'account api key' },
  },
  component: lazyRouteComponent(
    () => import('../../features/access-tokens/access-tokens-page.tsx'),
    'AccessTokensPage',
  ),
});
