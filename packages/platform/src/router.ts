import { accountRoutes } from './accounts/routes.ts';
import { addonRoutes } from './addons/routes.ts';
import { advisorRoutes } from './advisors/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { assistantChatRoutes } from './assistant/chats/routes.ts';
import { assistantProviderRoutes } from './assistant/model/routes.ts';
import { assistantRoutes } from './assistant/routes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { authConfigRoutes } from './auth-config/routes.ts';
import { authActivityRoutes } from './auth-users/auth-activity.ts';
import { customProviderRoutes } from './auth-users/custom-providers.ts';
import { authHookRoutes } from './auth-users/hook-calls.ts';
import { mailboxRoutes } from './auth-users/mailbox-routes.ts';
import { oauthClientRoutes } from './auth-users/oauth-clients.ts';
import { authUserRoutes } from './auth-users/routes.ts';
import { ssoProviderRoutes } from './auth-users/sso-providers.ts';
import { userImportRoutes } from './auth-users/user-imports.ts';
import { backupFileRoutes } from './backup-files/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { branchMaskingRoutes, branchRoutes } from './branches/routes.ts';
import { computeRoutes } from './compute/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { dataApiRoutes, projectApiRoutes } from './data-api/routes.ts';
import { objectDetailRoutes } from './database/details/routes.ts';
import { migrationRoutes } from './database/migrations/routes.ts';
import { databaseQueryRoutes } from './database/query-routes.ts';
import { connectionRoutes, databaseRoutes, databaseTypeRoutes } from './database/routes.ts';
import { tableRowRoutes } from './database/rows/routes.ts';
import { schemaApiRoutes } from './database/schema/routes.ts';
import { tableDesignRoutes } from './database/schema/table-design-routes.ts';
import { schemaChangeRoutes } from './database/schema/write-routes.ts';
import { storedSettingRoutes } from './database/stored-settings/routes.ts';
import { vaultRoutes } from './database/vault/routes.ts';
import { functionLogRoutes } from './functions/log-routes.ts';
import { functionRoutes, functionSecretRoutes } from './functions/routes.ts';
import { gitConnectionRoutes } from './git-connections/routes.ts';
import { gitSyncRoutes } from './git-sync/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { jwtSecretRoutes } from './jwt-secret/routes.ts';
import { publicRoutes } from './kernel/router-base.ts';
import { attachedDatabaseRoutes } from './lifecycle/attachment/routes.ts';
import { pauseAndDeletionRoutes } from './lifecycle/pause-and-deletion-routes.ts';
import { lifecycleRoutes } from './lifecycle/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { networkAccessRoutes } from './network-access/routes.ts';
import { openIdRoutes, signInOptionRoutes } from './open-id/routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { projectAddressRoutes } from './project-addresses/routes.ts';
import { projectClaimRoutes } from './project-claims/routes.ts';
import { projectConfigRoutes } from './project-config/routes.ts';
import { projectEventRoutes } from './project-events/routes.ts';
import { projectListRoutes } from './project-list/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { queryPerformanceRoutes } from './query-performance/routes.ts';
import { realtimeConfigRoutes, realtimeTrafficRoutes } from './realtime-config/routes.ts';
import { requestLogRoutes } from './request-log/routes.ts';
import { resourceRoutes } from './resources/routes.ts';
import { scheduledJobRoutes } from './scheduled-jobs/routes.ts';
import { serviceLogRoutes } from './service-logs/routes.ts';
import { signingKeyRoutes } from './signing-keys/routes.ts';
import { storageConfigRoutes } from './storage-config/routes.ts';
import { storageBucketRoutes, storageObjectRoutes } from './storage-files/routes.ts';
import { storageKeyRoutes } from './storage-keys/routes.ts';
import { storageUsageRoutes } from './storage-usage/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { temporaryTokenRoutes } from './temporary-tokens/routes.ts';
import { thirdPartyAuthRoutes } from './third-party-auth/routes.ts';
import { upgradeRoutes } from './upgrades/routes.ts';
import { budgetRoutes } from './usage/budgets/routes.ts';
import { usageRoutes } from './usage/routes.ts';
import { usageEventRoutes } from './usage-events/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** The contract, answered. */
export const router = publicRoutes.router({
  accounts: { ...accountRoutes, ...signInOptionRoutes },
  openId: openIdRoutes,
  organizations: organizationRoutes,
  members: memberRoutes,
  invitations: invitationRoutes,
  auditLog: auditLogRoutes,
  projectEvents: projectEventRoutes,
  attachedDatabases: attachedDatabaseRoutes,
  projects: { ...projectRoutes, ...projectListRoutes, ...lifecycleRoutes, ...connectionRoutes },
  projectAddresses: projectAddressRoutes,
  projectClaims: projectClaimRoutes,
  projectConfig: projectConfigRoutes,
  branches: branchRoutes,
  branchMasking: branchMaskingRoutes,
  gitConnections: gitConnectionRoutes,
  gitSyncs: gitSyncRoutes,
  operations: operationRoutes,
  database: databaseRoutes,
  databaseQueries: databaseQueryRoutes,
  databaseTypes: databaseTypeRoutes,
  storedSettings: storedSettingRoutes,
  schemaApi: schemaApiRoutes,
  schemaChanges: schemaChangeRoutes,
  tableDesigns: tableDesignRoutes,
  advisors: advisorRoutes,
  tableRows: tableRowRoutes,
  objectDetails: objectDetailRoutes,
  migrations: migrationRoutes,
  scheduledJobs: scheduledJobRoutes,
  webhooks: webhookRoutes,
  functions: functionRoutes,
  functionLogs: functionLogRoutes,
  functionSecrets: functionSecretRoutes,
  queryPerformance: queryPerformanceRoutes,
  vault: vaultRoutes,
  apiKeys: apiKeyRoutes,
  signingKeys: signingKeyRoutes,
  temporaryTokens: temporaryTokenRoutes,
  jwtSecret: { ...jwtSecretRoutes, ...projectApiRoutes },
  storageKeys: storageKeyRoutes,
  storageBuckets: storageBucketRoutes,
  storageObjects: storageObjectRoutes,
  dataApi: dataApiRoutes,
  authConfig: authConfigRoutes,
  authHooks: authHookRoutes,
  authUsers: authUserRoutes,
  storageSettings: storageConfigRoutes,
  realtimeSettings: realtimeConfigRoutes,
  realtimeTraffic: realtimeTrafficRoutes,
  storageUsage: storageUsageRoutes,
  mailbox: mailboxRoutes,
  authActivity: authActivityRoutes,
  customProviders: customProviderRoutes,
  oauthClients: oauthClientRoutes,
  networkAccess: networkAccessRoutes,
  ssoProviders: ssoProviderRoutes,
  thirdPartyAuths: thirdPartyAuthRoutes,
  userImports: userImportRoutes,
  requestLog: requestLogRoutes,
  serviceLogs: serviceLogRoutes,
  alerts: alertRoutes,
  upgrades: upgradeRoutes,
  backups: { ...backupRoutes, ...backupFileRoutes },
  compute: computeRoutes,
  addons: addonRoutes,
  content: contentRoutes,
  resources: resourceRoutes,
  pauseAndDeletion: pauseAndDeletionRoutes,
  subscriptions: subscriptionRoutes,
  usageEvents: usageEventRoutes,
  usage: usageRoutes,
  budgets: budgetRoutes,
  assistant: assistantRoutes,
  assistantChats: assistantChatRoutes,
  assistantProvider: assistantProviderRoutes,
});
