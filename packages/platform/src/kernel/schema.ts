import type {
  ApiKeyType,
  BACKUP_REASONS,
  BACKUP_STATES,
  ComputeSize,
  ContentType,
  ContentVisibility,
  OPERATION_STATES,
  OperationKind,
  Plan,
  PostgresConfig,
  PostgresEngine,
  ProjectStatus,
  Role,
  SigningAlgorithm,
  SigningKeyStatus,
  StepProgress,
} from '@basalt/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string | null, string | null>;
type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

/** Null until something has written it. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface Accounts {
  id: Generated<string>;
  email: string;
  password_hash: string;
  free_project_limit: Generated<number>;
  created_at: Timestamp;
}
interface Sessions {
  token_hash: Buffer;
  account_id: string;
  created_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
}
interface AccessTokens {
  id: Generated<string>;
  account_id: string;
  name: string;
  token_hash: Buffer;
  token_alias: string;
  created_at: Timestamp;
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
interface SignInFailures {
  subject: string;
  failed_at: Timestamp;
  attempt: string;
}
interface SetupCode {
  singleton: Generated<boolean>;
  code_hash: Buffer;
  created_at: Timestamp;
}
interface SecretKeyProbe {
  singleton: Generated<boolean>;
  /** A text that everybody knows: who can open it has the key that seals everything else. */
  sealed: Buffer;
}
interface Organizations {
  id: Generated<number>;
  slug: string;
  name: string;
  plan: Plan;
  created_at: Timestamp;
}
interface OrganizationMembers {
  organization_id: number;
  account_id: string;
  role: Role;
  created_at: Timestamp;
}
interface Projects {
  id: Generated<number>;
  ref: string;
  organization_id: number;
  name: string;
  region: string;
  status: ProjectStatus;
  status_reason: string | null;
  postgres_engine: PostgresEngine;
  release_channel: string;
  port: number;
  database_password: Buffer;
  created_at: Timestamp;
  compute_size: ColumnType<ComputeSize, ComputeSize | undefined, ComputeSize>;
  disk_size_gb: Generated<number>;
  postgres_config: ColumnType<PostgresConfig, string | undefined, string>;
  paused_at: Later<Date>;
  removed_at: Later<Date>;
  erase_at: Later<Date>;
  read_only_since: Later<Date>;
  read_only_lifted_until: Later<Date>;
  services_restart: Later<string>;
}
interface Operations {
  id: string;
  project_id: number;
  kind: OperationKind;
  state: Generated<(typeof OPERATION_STATES)[number]>;
  reason: ColumnType<string | null, string | null | undefined, string | null>;
  started_by: string | null;
  started_at: Timestamp;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  input: ColumnType<Record<string, unknown>, string | undefined, string>;
  result: ColumnType<Record<string, unknown>, string | undefined, string>;
  cancel_requested: Generated<boolean>;
}
interface OperationSteps {
  operation_id: string;
  position: number;
  name: string;
  title: string;
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  progress: ColumnType<StepProgress | null, string | null | undefined, string | null>;
}
interface ApiKeys {
  id: Generated<string>;
  project_id: number;
  type: ApiKeyType;
  name: string;
  description: string | null;
  key_hash: Buffer;
  sealed_key: Buffer;
  created_at: Timestamp;
  updated_at: Timestamp;
}
interface SigningKeys {
  id: string;
  project_id: number;
  algorithm: SigningAlgorithm;
  status: SigningKeyStatus;
  sealed_jwk: Buffer;
  public_jwk: Json<Record<string, unknown> | null>;
  is_legacy: Generated<boolean>;
  issued_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Timestamp;
  updated_at: Timestamp;
}
interface ProjectApiSettings {
  project_id: number;
  legacy_keys_enabled: Generated<boolean>;
  postgrest: ColumnType<StoredDataApi, string | undefined, string>;
  auth: ColumnType<StoredAuth, string | undefined, string>;
  auth_secrets: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  jwt_update: ColumnType<JwtUpdate | null, string | undefined, string | null>;
  next_jwt_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
}

interface Backups {
  id: Generated<number>;
  project_id: number;
  reason: (typeof BACKUP_REASONS)[number];
  state: Generated<(typeof BACKUP_STATES)[number]>;
  error: Later<string>;
  postgres_engine: PostgresEngine;
  stored_as: Later<string>;
  started_at: Timestamp;
  finished_at: Later<Date>;
  stored_bytes: Later<number>;
  data_bytes: Later<number>;
  verified_at: Later<Date>;
  verify_error: Later<string>;
  verify_requested_at: Later<Date>;
}
interface BackupSettings {
  project_id: number;
  enabled: Generated<boolean>;
  pitr_enabled: Generated<boolean>;
  minute_of_day: number;
  retention_days: Later<number>;
  updated_at: Timestamp;
  pitr_since: Later<Date>;
}
interface ArchiveStates {
  project_id: number;
  safe_until: Later<Date>;
  earliest: Later<Date>;
  problem: Later<string>;
  failing_since: Later<Date>;
}
interface RestorePoints {
  project_id: number;
  name: string;
  at: Timestamp;
}
interface BackupFiles {
  id: Generated<string>;
  project_id: number;
  kind: 'sql' | 'storage';
  backup_id: number | null;
  backup_at: Later<Date>;
  state: Generated<'running' | 'ready' | 'failed'>;
  error: Later<string>;
  progress: ColumnType<StepProgress | null, string | null | undefined, string | null>;
  bytes: Later<number>;
  created_at: Timestamp;
  expires_at: Later<Date>;
}
interface ResourceSamples {
  project_id: number;
  at: Timestamp;
  cpu_percent: Later<number>;
  memory_bytes: Later<number>;
  disk_bytes: Later<number>;
  read_bytes_per_second: Later<number>;
  written_bytes_per_second: Later<number>;
  connections: Later<number>;
}
interface ExitSurveys {
  id: Generated<number>;
  account_id: string | null;
  organization_slug: string | null;
  project_ref: string | null;
  reasons: string | null;
  feedback: string | null;
  exit_action: string | null;
  created_at: Timestamp;
}
interface ProjectSettingsHistory {
  project_id: number;
  at: Timestamp;
  content: ColumnType<Record<string, unknown>, string, string>;
}

interface ContentFolders {
  id: Generated<string>;
  project_id: number;
  owner_id: string;
  name: string;
  inserted_at: Timestamp;
  deleted_at: Later<Date>;
}
interface ContentItems {
  id: string;
  project_id: number;
  owner_id: string;
  type: ContentType;
  name: string;
  description: Generated<string>;
  visibility: ColumnType<ContentVisibility, ContentVisibility | undefined, ContentVisibility>;
  folder_id: Later<string>;
  content: ColumnType<Record<string, unknown>, string, string>;
  version: Generated<number>;
  inserted_at: Timestamp;
  updated_at: Timestamp;
  updated_by: Later<string>;
  deleted_at: Later<Date>;
  deleted_with: Later<string>;
}
interface ContentFavorites {
  account_id: string;
  item_id: string;
}

/** Data API settings that differ from the defaults. */
export interface StoredDataApi {
  db_schema?: string;
  db_extra_search_path?: string;
  max_rows?: number;
  db_pool?: number | null;
}
/** Auth settings that were set, without secrets, by name. */
export type StoredAuth = Record<string, string | number | boolean>;
/** The newest change of the JWT secret. */
export interface JwtUpdate {
  change_tracking_id: string;
  operation_id: string;
}

/** The platform's tables as migrations leave them. */
export interface Schema {
  accounts: Accounts;
  sessions: Sessions;
  access_tokens: AccessTokens;
  sign_in_failures: SignInFailures;
  setup_code: SetupCode;
  secret_key_probe: SecretKeyProbe;
  organizations: Organizations;
  organization_members: OrganizationMembers;
  projects: Projects;
  operations: Operations;
  operation_steps: OperationSteps;
  api_keys: ApiKeys;
  signing_keys: SigningKeys;
  project_api_settings: ProjectApiSettings;
  backups: Backups;
  backup_settings: BackupSettings;
  archive_states: ArchiveStates;
  restore_points: RestorePoints;
  backup_files: BackupFiles;
  resource_samples: ResourceSamples;
  exit_surveys: ExitSurveys;
  project_settings_history: ProjectSettingsHistory;
  content_folders: ContentFolders;
  content_items: ContentItems;
  content_favorites: ContentFavorites;
}

export type AccountRow = Selectable<Accounts>;
export type AccessTokenRow = Selectable<AccessTokens>;
export type OrganizationRow = Selectable<Organizations>;
export type ProjectRow = Selectable<Projects>;
export type OperationRow = Selectable<Operations>;
export type OperationStepRow = Selectable<OperationSteps>;
export type ContentItemRow = Selectable<ContentItems>;
export type ContentFolderRow = Selectable<ContentFolders>;
export type ApiKeyRow = Selectable<ApiKeys>;
export type SigningKeyRow = Selectable<SigningKeys>;
export type BackupRow = Selectable<Backups>;
export type BackupSettingsRow = Selectable<BackupSettings>;
export type ArchiveStateRow = Selectable<ArchiveStates>;
export type BackupFileRow = Selectable<BackupFiles>;
export type ResourceSampleRow = Selectable<ResourceSamples>;
