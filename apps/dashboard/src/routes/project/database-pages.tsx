import { lazyPage, ofProject } from '../lazy-page.tsx';

// Each page is loaded when it is first wanted. They are named here and not in their routes, because all routes are in the first load.

export const TablesPage = lazyPage(
  () => import('../../features/database-objects/tables/tables-page.tsx').then((module) => module.TablesPage),
  ofProject,
);

export const DiagramPage = lazyPage(
  () =>
    import('../../features/database-objects/diagram/diagram-page.tsx').then((module) => module.DiagramPage),
  ofProject,
);

export const FunctionsPage = lazyPage(
  () =>
    import('../../features/database-objects/functions/functions-page.tsx').then(
      (module) => module.FunctionsPage,
    ),
  ofProject,
);

export const TriggersPage = lazyPage(
  () =>
    import('../../features/database-objects/triggers/triggers-page.tsx').then(
      (module) => module.TriggersPage,
    ),
  ofProject,
);

export const TypesPage = lazyPage(
  () => import('../../features/database-objects/types/types-page.tsx').then((module) => module.TypesPage),
  ofProject,
);

export const IndexesPage = lazyPage(
  () =>
    import('../../features/database-objects/indexes/indexes-page.tsx').then((module) => module.IndexesPage),
  ofProject,
);

export const PoliciesPage = lazyPage(
  () =>
    import('../../features/database-objects/policies/policies-page.tsx').then(
      (module) => module.PoliciesPage,
    ),
  ofProject,
);

export const ExtensionsPage = lazyPage(
  () =>
    import('../../features/database-objects/extensions/extensions-page.tsx').then(
      (module) => module.ExtensionsPage,
    ),
  ofProject,
);

export const RolesPage = lazyPage(
  () => import('../../features/database-objects/roles/roles-page.tsx').then((module) => module.RolesPage),
  ofProject,
);

export const PublicationsPage = lazyPage(
  () =>
    import('../../features/database-objects/publications/publications-page.tsx').then(
      (module) => module.PublicationsPage,
    ),
  ofProject,
);

export const MigrationsPage = lazyPage(
  () =>
    import('../../features/database-objects/migrations/migrations-page.tsx').then(
      (module) => module.MigrationsPage,
    ),
  ofProject,
);

export const ScheduledJobsPage = lazyPage(
  () =>
    import('../../features/scheduled-jobs/scheduled-jobs-page.tsx').then(
      (module) => module.ScheduledJobsPage,
    ),
  ofProject,
);

export const WebhooksPage = lazyPage(
  () => import('../../features/webhooks/webhooks-page.tsx').then((module) => module.WebhooksPage),
  ofProject,
);
