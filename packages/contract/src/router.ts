import { accounts } from './accounts.ts';
import { addons } from './addons.ts';
import { apiKeys } from './api-keys.ts';
import { authConfig } from './auth-config.ts';
import { authUsers } from './auth-users.ts';
import { backups } from './backups.ts';
import { compute } from './compute.ts';
import { content } from './content.ts';
import { dataApi } from './data-api.ts';
import { database } from './database.ts';
import { databaseQueries } from './database-queries.ts';
import { departures } from './departures.ts';
import { jwtSecret } from './jwt-secret.ts';
import { mailbox } from './mailbox.ts';
import { operations } from './operations.ts';
import { organizations } from './organizations.ts';
import { projects } from './projects.ts';
import { requestLog } from './request-log.ts';
import { resources } from './resources.ts';
import { signingKeys } from './signing-keys.ts';
import { storedSettings } from './stored-settings.ts';
import { upgrades } from './upgrades.ts';

/** Everything that is said over the wire between clients and the platform, as one tree. */
export const contract = {
  accounts,
  organizations,
  projects,
  operations,
  database,
  databaseQueries,
  storedSettings,
  content,
  apiKeys,
  signingKeys,
  jwtSecret,
  dataApi,
  authConfig,
  authUsers,
  mailbox,
  requestLog,
  backups,
  upgrades,
  compute,
  addons,
  resources,
  departures,
};
export type Contract = typeof contract;
