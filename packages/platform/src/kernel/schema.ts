import type {
  AiMessagePart,
  AiMessageState,
  AiOptInLevel,
  AiOptInTag,
  AiProvider,
  AlertChannel,
  AlertComparison,
  AlertEvent,
  AlertMetric,
  AlertNotice,
  ApiKeyType,
  BACKUP_REASONS,
  BACKUP_STATES,
  ComputeSize,
  ContentType,
  ContentVisibility,
  MaskTableRules,
  OPERATION_STATES,
  OpenIdJoinRole,
  OperationKind,
  Plan,
  PostgresConfig,
  PostgresEngine,
  ProjectRole,
  ProjectStatus,
  RealtimeConfig,
  RemoteTls,
  Role,
  SigningAlgorithm,
  SigningKeyStatus,
  StepProgress,
  StorageUsage,
  UsageFigure,
  WarningLevel,
} from '@basalt/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Credential } from './ports.ts';
import type { DB } from './tables.generated.ts';

/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
/** The same for a column with a default. */
type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Some columns of a table with a narrower type. Of a column that the table does not have TypeScript says so. */
type Narrow<
  Table,
  Columns extends { [Column in keyof Columns]: Column extends keyof Table ? unknown : never },
> = Omit<Table, keyof Columns> & Columns;

/** What migrations cannot say: which texts a column holds, and the shape of its JSON. */
interface NarrowTables {
  organizations: Narrow<DB['organizations'], { plan: Plan; opt_in_tags: Generated<AiOptInTag[]> }>;
  open_id_providers: Narrow<DB['open_id_providers'], { join_role: OpenIdJoinRole | null }>;
  backup_buckets: Narrow<
    DB['backup_buckets'],
    { encryption: 'AES256' | 'aws:kms' | null; lock_mode: 'governance' | 'compliance' | null }
  >;
  attached_databases: Narrow<DB['attached_databases'], { tls: RemoteTls }>;
  assistant_providers: Narrow<DB['assistant_providers'], { provider: AiProvider }>;
  assistant_messages: Narrow<
    DB['assistant_messages'],
    {
      role: 'user' | 'assistant';
      parts: Json<AiMessagePart[]>;
      state: AiMessageState;
      level: AiOptInLevel | null;
    }
  >;
  assistant_results: Narrow<DB['assistant_results'], { rows: Json<Record<string, unknown>[]> }>;
  access_tokens: Narrow<DB['access_tokens'], { role: ProjectRole['role'] | null }>;
  organization_members: Narrow<DB['organization_members'], { role: Role }>;
  project_members: Narrow<DB['project_members'], { role: ProjectRole['role'] }>;
  usage_budgets: Narrow<DB['usage_budgets'], { figure: UsageFigure }>;
  invitations: Narrow<DB['invitations'], { role: Role }>;
  projects: Narrow<
    DB['projects'],
    {
      status: ProjectStatus;
      postgres_engine: PostgresEngine;
      compute_size: Generated<ComputeSize>;
      postgres_config: GeneratedJson<PostgresConfig>;
      connections_level: ColumnType<WarningLevel | null, WarningLevel | null | undefined>;
      server_keeper: 'kubernetes' | null;
    }
  >;
  operations: Narrow<
    DB['operations'],
    {
      kind: OperationKind;
      state: Generated<(typeof OPERATION_STATES)[number]>;
      input: GeneratedJson<Record<string, unknown>>;
      result: GeneratedJson<Record<string, unknown>>;
    }
  >;
  branch_bases: Narrow<DB['branch_bases'], { prints: NullableJson<BranchPrints> }>;
  branch_masking: Narrow<DB['branch_masking'], { rules: Json<MaskTableRules[]> }>;
  branch_merges: Narrow<
    DB['branch_merges'],
    {
      settings: Json<Record<string, string>>;
      statements: Json<string[]>;
      direction: Generated<'merge' | 'push'>;
      history: GeneratedJson<{ version: string; name: string | null }[]>;
    }
  >;
  operation_steps: Narrow<
    DB['operation_steps'],
    { state: Generated<'waiting' | 'running' | 'done' | 'failed'>; progress: NullableJson<StepProgress> }
  >;
  api_keys: Narrow<DB['api_keys'], { type: ApiKeyType }>;
  signing_keys: Narrow<
    DB['signing_keys'],
    {
      algorithm: SigningAlgorithm;
      status: SigningKeyStatus;
      public_jwk: NullableJson<Record<string, unknown>>;
    }
  >;
  project_addresses: Narrow<DB['project_addresses'], { kind: 'custom' | 'vanity' }>;
  third_party_auth: Narrow<
    DB['third_party_auth'],
    { custom_jwks: NullableJson<object>; resolved_jwks: Json<object> }
  >;
  project_api_settings: Narrow<
    DB['project_api_settings'],
    {
      postgrest: GeneratedJson<StoredDataApi>;
      auth: GeneratedJson<StoredAuth>;
      storage: GeneratedJson<StoredStorage>;
      realtime: GeneratedJson<StoredRealtime>;
      jwt_update: NullableJson<JwtUpdate>;
    }
  >;
  project_settings_history: Narrow<
    DB['project_settings_history'],
    { content: Json<Record<string, unknown>> }
  >;
  storage_usage: Narrow<DB['storage_usage'], { usage: Json<StorageUsage> }>;
  alert_rules: Narrow<
    DB['alert_rules'],
    { metric: AlertMetric; comparison: AlertComparison; channel: AlertChannel }
  >;
  alert_events: Narrow<
    DB['alert_events'],
    { resolution: ColumnType<AlertEvent['resolution'], AlertEvent['resolution'] | undefined> }
  >;
  alert_notices: Narrow<
    DB['alert_notices'],
    { kind: AlertNotice['kind']; channel: AlertChannel; state: Generated<AlertNotice['state']> }
  >;
  audit_log: Narrow<
    DB['audit_log'],
    {
      credential_kind: Credential['kind'] | null;
      request: GeneratedJson<Record<string, unknown>>;
      before: NullableJson<Record<string, unknown>>;
      after: NullableJson<Record<string, unknown>>;
      outcome: 'succeeded' | 'failed' | null;
    }
  >;
  backups: Narrow<
    DB['backups'],
    {
      reason: (typeof BACKUP_REASONS)[number];
      state: Generated<(typeof BACKUP_STATES)[number]>;
      postgres_engine: PostgresEngine;
    }
  >;
  backup_files: Narrow<
    DB['backup_files'],
    {
      kind: 'sql' | 'storage';
      state: Generated<'running' | 'ready' | 'failed'>;
      progress: NullableJson<StepProgress>;
    }
  >;
  content_items: Narrow<
    DB['content_items'],
    {
      type: ContentType;
      visibility: Generated<ContentVisibility>;
      content: Json<Record<string, unknown>>;
    }
  >;
}

/** Digests of what a project has beside its database, by names: whether two are the same shows, and nothing else. */
export type BranchPrints = Record<'functions' | 'secrets' | 'settings', Record<string, string>>;

/** Data API settings that differ from the defaults. */
export interface StoredDataApi {
  db_schema?: string;
  db_extra_search_path?: string;
  max_rows?: number;
  db_pool?: number | null;
}
/** Auth settings that were set, without secrets, by name. */
export type StoredAuth = Record<string, string | number | boolean>;
/** Settings of storage that were set. */
export interface StoredStorage {
  fileSizeLimit?: number;
  quota?: number | null;
  bucketQuotas?: Record<string, number>;
  imageTransformation?: boolean;
  s3Protocol?: boolean;
}
/** Settings of realtime that were set. */
export type StoredRealtime = Partial<RealtimeConfig> & {
  /** When every socket was ended for the last time, ISO. */
  sockets_ended_at?: string;
};
/** The newest change of the JWT secret. */
export interface JwtUpdate {
  change_tracking_id: string;
  operation_id: string;
}

/** The platform's tables: generated from the migrations, with the narrower types over them. */
export interface Schema extends Omit<DB, keyof NarrowTables>, NarrowTables {}

export type AccountRow = Selectable<Schema['accounts']>;
export type AccessTokenRow = Selectable<Schema['access_tokens']>;
export type OrganizationRow = Selectable<Schema['organizations']>;
export type InvitationRow = Selectable<Schema['invitations']>;
export type ProjectRow = Selectable<Schema['projects']>;
export type AttachedDatabaseRow = Selectable<Schema['attached_databases']>;
export type OperationRow = Selectable<Schema['operations']>;
export type OperationStepRow = Selectable<Schema['operation_steps']>;
export type ContentItemRow = Selectable<Schema['content_items']>;
export type ContentFolderRow = Selectable<Schema['content_folders']>;
export type ApiKeyRow = Selectable<Schema['api_keys']>;
export type StorageKeyRow = Selectable<Schema['storage_access_keys']>;
export type SigningKeyRow = Selectable<Schema['signing_keys']>;
export type ThirdPartyAuthRow = Selectable<Schema['third_party_auth']>;
export type ProjectClaimRow = Selectable<Schema['project_claims']>;
export type ProjectAddressRow = Selectable<Schema['project_addresses']>;
export type BackupRow = Selectable<Schema['backups']>;
export type BackupBucketRow = Selectable<Schema['backup_buckets']>;
export type BackupSettingsRow = Selectable<Schema['backup_settings']>;
export type ArchiveStateRow = Selectable<Schema['archive_states']>;
export type BackupFileRow = Selectable<Schema['backup_files']>;
export type ResourceSampleRow = Selectable<Schema['resource_samples']>;
export type OpenIdDomainRow = Selectable<Schema['open_id_domains']>;
export type AlertNoticeRow = Selectable<Schema['alert_notices']>;
export type AlertRuleRow = Selectable<Schema['alert_rules']>;
