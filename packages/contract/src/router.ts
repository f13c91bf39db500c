import { accounts } from './accounts/accounts.ts';
import { apiKeys } from './api/api-keys.ts';
import { dataApi } from './api/data-api.ts';
import { jwtSecret } from './api/jwt-secret.ts';
import { realtimeSettings } from './api/realtime-config.ts';
import { realtimeTraffic } from './api/realtime-stats.ts';
import { requestLog } from './api/request-log.ts';
import { serviceLogs } from './api/service-logs.ts';
import { signingKeys } from './api/signing-keys.ts';
import { temporaryTokens } from './api/temporary-tokens.ts';
import { assistant } from './assistant/asking.ts';
import { assistantChats } from './assistant/chats.ts';
import { assistantProvider } from './assistant/provider.ts';
import { authActivityContract } from './auth/auth-activity.ts';
import { authConfig } from './auth/auth-config.ts';
import { authHooks } from './auth/auth-hooks.ts';
import { authUsers } from './auth/auth-users.ts';
import { customProviders } from './auth/custom-providers.ts';
import { mailbox } from './auth/mailbox.ts';
import { oauthClients } from './auth/oauth-clients.ts';
import { ssoProviders } from './auth/sso-providers.ts';
import { thirdPartyAuths } from './auth/third-party-auth.ts';
import { userImports } from './auth/user-imports.ts';
import { branches } from './branches/branches.ts';
import { gitConnections } from './branches/git-connections.ts';
import { gitSyncs } from './branches/git-syncs.ts';
import { branchMasking } from './branches/masking.ts';
import { content } from './content/content.ts';
import { advisors } from './database/advisors.ts';
import { database } from './database/database.ts';
import { databaseQueries } from './database/database-queries.ts';
import { migrations } from './database/migrations.ts';
import { networkAccess } from './database/network-access.ts';
import { objectDetails } from './database/object-details.ts';
import { queryPerformance } from './database/query-performance.ts';
import { tableRows } from './database/rows/table-rows.ts';
import { scheduledJobs } from './database/scheduled-jobs.ts';
import { schemaApi } from './database/schema/schema-api.ts';
import { schemaChanges } from './database/schema/schema-changes.ts';
import { tableDesigns } from './database/schema/table-design.ts';
import { storedSettings } from './database/stored-settings.ts';
import { databaseTypes } from './database/types.ts';
import { vault } from './database/vault.ts';
import { webhooks } from './database/webhooks.ts';
import { functionLogs } from './functions/function-logs.ts';
import { functionSecrets } from './functions/function-secrets.ts';
import { functions } from './functions/functions.ts';
import { addons } from './organizations/addons.ts';
import { auditLog } from './organizations/audit-log.ts';
import { budgets } from './organizations/budgets.ts';
import { invitations } from './organizations/invitations.ts';
import { members } from './organizations/members.ts';
import { openId } from './organizations/open-id.ts';
import { organizations } from './organizations/organizations.ts';
import { subscriptions } from './organizations/subscriptions.ts';
import { usageCalls } from './organizations/usage.ts';
import { usageEvents } from './organizations/usage-events.ts';
import { alerts } from './projects/alerts.ts';
import { attachedDatabases } from './projects/attached-databases.ts';
import { backups } from './projects/backups.ts';
import { compute } from './projects/compute.ts';
import { operations } from './projects/operations.ts';
import { pauseAndDeletion } from './projects/pause-and-deletion.ts';
import { projectAddresses } from './projects/project-addresses.ts';
import { projectClaims } from './projects/project-claims.ts';
import { projectConfig } from './projects/project-config.ts';
import { projectEvents } from './projects/project-events.ts';
import { projects } from './projects/projects.ts';
import { resources } from './projects/resources.ts';
import { upgrades } from './projects/upgrades.ts';
import { storageBuckets } from './storage/storage-buckets.ts';
import { storageSettings } from './storage/storage-config.ts';
import { storageKeys } from './storage/storage-keys.ts';
import { storageObjects } from './storage/storage-objects.ts';
import { storageUsageCalls } from './storage/storage-usage.ts';

/** Everything that is said over the wire between clients and the platform, as one tree. */
export const contract = {
  accounts,
  openId,
  organizations,
  members,
  invitations,
  auditLog,
  projectEvents,
  attachedDatabases,
  projects,
  projectAddresses,
  projectClaims,
  projectConfig,
  branches,
  branchMasking,
  gitConnections,
  gitSyncs,
  operations,
  database,
  databaseQueries,
  databaseTypes,
  storedSettings,
  schemaApi,
  schemaChanges,
  tableDesigns,
  objectDetails,
  migrations,
  networkAccess,
  scheduledJobs,
  webhooks,
  tableRows,
  advisors,
  functions,
  functionLogs,
  functionSecrets,
  queryPerformance,
  vault,
  content,
  apiKeys,
  signingKeys,
  temporaryTokens,
  jwtSecret,
  storageKeys,
  storageBuckets,
  storageObjects,
  dataApi,
  authConfig,
  authHooks,
  authUsers,
  storageSettings,
  realtimeSettings,
  realtimeTraffic,
  storageUsage: storageUsageCalls,
  mailbox,
  authActivity: authActivityContract,
  customProviders,
  oauthClients,
  ssoProviders,
  thirdPartyAuths,
  userImports,
  requestLog,
  serviceLogs,
  alerts,
  backups,
  upgrades,
  compute,
  addons,
  resources,
  pauseAndDeletion,
  subscriptions,
  usageEvents,
  usage: usageCalls,
  budgets,
  assistant,
  assistantChats,
  assistantProvider,
};
export type Contract = typeof contract;
