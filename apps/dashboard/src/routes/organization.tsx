import { IconBuilding } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { organizationsQuery } from '../api/use-organizations.ts';
import { choiceParam, pageParam, presentParams, textParam } from '../lib/pages/search-params.ts';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

const inOrganization = { section: 'Organization', subMenu: 'Organization' } as const;

/** The menu beside all pages about an organization. */
const organizationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'organization-pages',
  component: lazyRouteComponent(() => import('./organization-frame.tsx'), 'OrganizationFrame'),
});

const organizationGeneralRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/org/$slug/general',
  // The menu and the command menu put the organization's name to it.
  staticData: {
    page: {
      ...inOrganization,
      title: 'General',
      fullName: 'Settings',
      icon: IconBuilding,
      settings: () => import('./organization-setting-places.ts').then((module) => module.ORGANIZATION_PLACES),
    },
  },
  component: lazyPage(
    () => import('./organization-general-page.tsx').then((module) => module.OrganizationGeneralPage),
    ({ slug }) => ({ slug }),
  ),
});

const organizationTeamRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/org/$slug/team',
  staticData: {
    page: { ...inOrganization, title: 'Team' },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      page: pageParam(search.page),
      dialog: choiceParam(search.dialog, ['invite']),
    }),
  component: lazyPage(
    () => import('../features/members/team-page.tsx').then((module) => module.TeamPage),
    ({ slug }) => ({ key: slug, slug }),
  ),
});

const organizationSecurityRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/org/$slug/security',
  staticData: {
    page: { ...inOrganization, title: 'Security' },
  },
  component: lazyPage(
    () =>
      import('../features/organization-settings/security/security-page.tsx').then(
        (module) => module.SecurityPage,
      ),
    ({ slug }) => ({ key: slug, slug }),
  ),
});

const organizationAuditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/org/$slug/audit',
  staticData: {
    page: { ...inOrganization, title: 'Audit log' },
  },
  // What the values may be, the feature knows; what nobody knows does not filter.
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      q: textParam(search.q),
      person: textParam(search.person),
      action: textParam(search.action),
      project: textParam(search.project),
      outcome: textParam(search.outcome),
      from: textParam(search.from),
      to: textParam(search.to),
    }),
  component: lazyPage(
    () => import('../features/audit-log/audit-log-page.tsx').then((module) => module.AuditLogPage),
    ({ slug }) => ({ key: slug, slug }),
  ),
});

const organizationUsageRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/org/$slug/usage',
  staticData: {
    page: { ...inOrganization, title: 'Usage' },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      project: textParam(search.project),
      from: textParam(search.from),
      to: textParam(search.to),
    }),
  component: lazyPage(
    () =>
      import('../features/usage/organization-usage-page.tsx').then((module) => module.OrganizationUsagePage),
    ({ slug }) => ({ key: slug, slug }),
  ),
});

const organizationBillingRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/org/$slug/billing',
  staticData: {
    page: {
      ...inOrganization,
      title: 'Billing',
    },
  },
  validateSearch: (search: Record<string, unknown>) =>
    presentParams({
      panel: choiceParam(search.panel, ['subscriptionPlan']),
      source: textParam(search.source),
    }),
  component: lazyPage(
    () => import('../features/billing/billing-page.tsx').then((module) => module.BillingPage),
    ({ slug }) => ({ key: slug, slug }),
  ),
});

export const organizationRoutes = organizationRoute.addChildren([
  organizationGeneralRoute,
  organizationTeamRoute,
  organizationSecurityRoute,
  organizationUsageRoute,
  organizationBillingRoute,
  organizationAuditRoute,
]);

/** `/new` goes on to the organization when there is one that can take a project, and asks otherwise. */
export const newIndexRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/new',
  staticData: {
    page: {
      title: 'New project',
    },
  },
  loader: async () => {
    const organizations = await queryClient.ensureQueryData(organizationsQuery());
    const open = organizations.filter((one) => one.abilities.create_project);
    const [first] = open;
    if (open.length === 1 && first !== undefined) {
      throw redirect({ to: '/new/$slug', params: { slug: first.slug }, replace: true });
    }
  },
  component: lazyRouteComponent(
    () => import('../features/new-project/choose-organization-page.tsx'),
    'ChooseOrganizationPage',
  ),
});

export const newProjectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/new/$slug',
  staticData: {
    page: {
      title: 'New project',
    },
  },
  component: lazyPage(
    () => import('../features/new-project/new-project.tsx').then((module) => module.NewProject),
    ({ slug }) => ({ slug }),
  ),
});

export const attachDatabaseRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/new/$slug/attach',
  staticData: {
    page: {
      title: 'Attach a database',
    },
  },
  component: lazyPage(
    () => import('./attach-page.tsx').then((module) => module.AttachPage),
    ({ slug }) => ({ key: slug, slug }),
  ),
});
