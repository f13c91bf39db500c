import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { presentParams, textParam } from '../../lib/pages/search-params.ts';
import { menuIcon } from './menu-icon.ts';
import { projectRoute } from './project.tsx';

export const graphiqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/api/graphiql',
  staticData: {
    page: {
      title: 'GraphiQL',
      section: 'API',
      group: 'Backend',
      icon: menuIcon('IconBrandGraphql'),
      phrase: 'its GraphQL API',
      requires: {
        anyOf: ['read_api_keys'],
        denied: 'You cannot try the GraphQL API of this project',
        reason: 'Requests are sent with its keys, which your role may not see.',
      },
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      query: textParam(search.query),
      // Variables in an address look like an object to the router.
      variables:
        typeof search.variables === 'object' && search.variables !== null
          ? JSON.stringify(search.variables, null, 2)
          : textParam(search.variables),
      saved: textParam(search.saved),
    }),
  component: lazyRouteComponent(() => import('./graphiql-page.tsx'), 'GraphiqlRoutePage'),
});
