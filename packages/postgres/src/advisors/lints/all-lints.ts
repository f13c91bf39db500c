import type { Lint } from '../lint.ts';
import * as exposedTables from './exposed-tables.ts';
import * as exposedViews from './exposed-views.ts';
import * as extensionsAndTypes from './extensions-and-types.ts';
import * as functions from './functions.ts';
import * as growth from './growth.ts';
import * as keysAndIndexes from './keys-and-indexes.ts';
import * as maintenance from './maintenance.ts';
import * as policies from './policies.ts';
import * as storage from './storage.ts';

/** Every check, in the order in which they are made. */
export const LINTS: readonly Lint[] = [
  exposedTables.rlsDisabledInPublic,
  exposedTables.policyExistsRlsDisabled,
  exposedTables.sensitiveColumnsExposed,
  exposedTables.insecureQueueExposed,
  exposedViews.authUsersExposed,
  exposedViews.securityDefinerView,
  policies.rlsReferencesUserMetadata,
  extensionsAndTypes.foreignKeyToAuthUnique,
  policies.rlsPolicyAlwaysTrue,
  functions.anonDefinerFunction,
  functions.authenticatedDefinerFunction,
  functions.functionSearchPathMutable,
  exposedViews.materializedViewInApi,
  exposedViews.foreignTableInApi,
  storage.publicBucketAllowsListing,
  extensionsAndTypes.extensionInPublic,
  extensionsAndTypes.extensionVersionsOutdated,
  extensionsAndTypes.unsupportedRegTypes,
  exposedTables.rlsEnabledNoPolicy,
  growth.sequenceNearLimit,
  growth.intKeyNearLimit,
  maintenance.wraparoundRisk,
  policies.authRlsInitplan,
  policies.multiplePermissivePolicies,
  keysAndIndexes.policyColumnUnindexed,
  keysAndIndexes.duplicateIndex,
  keysAndIndexes.invalidIndex,
  keysAndIndexes.constraintNotValidated,
  maintenance.vacuumOverdue,
  maintenance.idleInTransaction,
  maintenance.replicationSlotHeld,
  keysAndIndexes.unindexedForeignKeys,
  keysAndIndexes.noPrimaryKey,
  keysAndIndexes.unusedIndex,
  maintenance.tableBloat,
];
