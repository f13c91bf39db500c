import { accountRoutes } from './accounts/routes.ts';
import { databaseRoutes } from './database/routes.ts';
import { publicRoutes } from './kernel/router-base.ts';
import { operationRoutes } from './operations/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { projectRoutes } from './projects/routes.ts';

/** The contract, answered. */
export const router = publicRoutes.router({
  accounts: accountRoutes,
  organizations: organizationRoutes,
  projects: projectRoutes,
  operations: operationRoutes,
  database: databaseRoutes,
});
