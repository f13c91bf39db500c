import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../signed-in.tsx';

export const tokensRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account/tokens',
  staticData: { surface: 'Access tokens', section: 'Account' },
  component: lazyRouteComponent(
    () => import('../../features/access-tokens/access-tokens-page.tsx'),
    'AccessTokensPage',
  ),
});
