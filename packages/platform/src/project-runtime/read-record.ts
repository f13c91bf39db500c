import { createHash } from 'node:crypto';
import type { ProjectStatus } from '@basalt/contract';
import { DATA_API_DEFAULTS } from '@basalt/contract/api-defaults';
import type { RemoteDatabase } from '@basalt/postgres';
import type {
  Jwk,
  ProjectFunction,
  ProjectKey,
  ProjectSnapshot,
  ThirdPartyIssuer,
  VerificationKey,
} from '@basalt/project';
import type pg from 'pg';
import { hashKey } from '../api-keys/key-text.ts';
import { toRemote } from '../attached-databases/store.ts';
import { splitNames } from '../data-api/settings.ts';
import { jwkToSecret, LEGACY_ROLES, legacyKey, type SecretJwk } from '../jwt-secret/keys.ts';
import type {
  ApiKeyRow,
  ProjectRow,
  SigningKeyRow,
  StoredAuth,
  StoredDataApi,
  StoredRealtime,
  StoredStorage,
} from '../kernel/schema.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { describeStatus } from '../projects/project-status.ts';
import { realtimeSettingsOf } from '../realtime-config/realtime-settings.ts';
import { storageSettingsOf } from '../storage-config/storage-settings.ts';
import { toRuntimeAuth } from './to-runtime-auth.ts';

/** Everything of a project that serving it takes and that is stored, as plain data. It holds secrets and must not be logged. */
export interface ProjectRuntimeRecord
  extends Pick<
    ProjectSnapshot,
    | 'ref'
    | 'revision'
    | 'servicesRestart'
    | 'keys'
    | 'verificationKeys'
    | 'thirdPartyIssuers'
    | 'signingKey'
    | 'storageKeys'
    | 'anonKey'
    | 'region'
    | 'rest'
    | 'auth'
    | 'storage'
    | 'realtime'
    | 'functions'
    | 'functionVariables'
    | 'databasePort'
  > {
  status: ProjectStatus;
  /** The status as the end of a sentence: "it is paused". */
  statusText: string;
  /** Its database, where somebody else runs it; null: it has a cluster of its own. */
  attached: RemoteDatabase | null;
  networkAccess: { requireTls: boolean; allowedBlocks: readonly string[] | null };
  /** How many connections the clients of the pooler share; null: what follows from how many the server takes. */
  poolerSize: number | null;
  /** What it is called in addresses beside its ref; null: by nothing else. */
  address: ProjectAddress | null;
}

/** `custom`: a whole host name. `vanity`: a label in place of the ref. */
export interface ProjectAddress {
  kind: 'custom' | 'vanity';
  name: string;
}

/** Those of all projects that are there. */
export async function readAddresses(pool: pg.Pool): Promise<{ ref: string; address: ProjectAddress }[]> {
  const { rows } = await pool.query<{ ref: string; address: ProjectAddress }>(`
    select p.ref, json_build_object('kind', n.kind, 'name', n.name) as address
    from project_addresses n join projects p on p.id = n.project_id
    where n.activated_at is not null and p.removed_at is null`);
  return rows;
}

// One statement, so that everything is of one moment.
const READ = `
  select p.ref, p.region, p.port, p.pooler_size, p.status, p.services_restart, s.legacy_keys_enabled, s.postgrest, s.auth, s.auth_secrets, s.storage, s.realtime,
    array(
      select json_build_object('type', k.type, 'name', k.name, 'hash', encode(k.key_hash, 'base64'))
      from api_keys k where k.project_id = p.id order by k.id
    ) as keys,
    array(
      select json_build_object('access_key', k.access_key, 'sealed_secret', encode(k.sealed_secret, 'base64'))
      from storage_access_keys k where k.project_id = p.id order by k.created_at, k.id
    ) as storage_keys,
    array(
      select json_build_object('slug', f.slug, 'id', f.id, 'version', f.version, 'digest', f.digest, 'entrypoint', f.entrypoint,
        'verifyJwt', f.verify_jwt)
      from functions f where f.project_id = p.id order by f.slug
    ) as functions,
    (select md5(string_agg(f.name || f.digest, ' ' order by f.name)) from function_secrets f where f.project_id = p.id) as secrets,
    array(
      select json_build_object('id', k.id, 'algorithm', k.algorithm, 'status', k.status, 'is_legacy', k.is_legacy,
        'sealed_jwk', encode(k.sealed_jwk, 'base64'), 'public_jwk', k.public_jwk, 'issued_at', k.issued_at)
      from signing_keys k where k.project_id = p.id and k.status <> 'revoked' order by k.id
    ) as signing_keys,
    array(
      select json_build_object('issuer', t.oidc_issuer_url, 'keys', t.resolved_jwks -> 'keys')
      from third_party_auth t where t.project_id = p.id order by t.id
    ) as third_party_issuers,
    (select json_build_object('kind', n.kind, 'name', n.name) from project_addresses n
      where n.project_id = p.id and n.activated_at is not null) as address,
    (select json_build_object('host', d.host, 'port', d.port, 'database', d.database, 'user_name', d.user_name, 'tls', d.tls,
        'certificate_authority', d.certificate_authority, 'server_keeper', p.server_keeper, 'sealed_password', encode(d.sealed_password, 'base64'),
        'sealed_login_password', encode(d.sealed_login_password, 'base64'))
      from attached_databases d where d.project_id = p.id) as attached,
    coalesce(a.require_tls, false) as require_tls, a.allowed_blocks::text[] as allowed_blocks
  from projects p join project_api_settings s on s.project_id = p.id left join network_access a on a.project_id = p.id
  where p.ref = $1 and p.removed_at is null`;

type StoredSigningKey = Pick<SigningKeyRow, 'id' | 'algorithm' | 'status' | 'is_legacy' | 'public_jwk'> & {
  sealed_jwk: string;
  issued_at: string | null;
};
interface Row {
  ref: string;
  region: string;
  port: number;
  pooler_size: number | null;
  status: ProjectRow['status'];
  services_restart: string | null;
  legacy_keys_enabled: boolean;
  postgrest: StoredDataApi;
  auth: StoredAuth;
  auth_secrets: Buffer | null;
  storage: StoredStorage;
  realtime: StoredRealtime;
  keys: (Pick<ApiKeyRow, 'type' | 'name'> & { hash: string })[];
  signing_keys: StoredSigningKey[];
  storage_keys: { access_key: string; sealed_secret: string }[];
  functions: ProjectFunction[];
  /** Changes with the secrets of functions. */
  secrets: string | null;
  third_party_issuers: ThirdPartyIssuer[];
  address: ProjectAddress | null;
  require_tls: boolean;
  allowed_blocks: string[] | null;
  attached: SealedAttached | null;
}
/** As JSON writes it. */
type SealedAttached = Omit<
  Parameters<typeof toRemote>[0],
  'ref' | 'sealed_password' | 'sealed_login_password'
> & {
  sealed_password: string;
  sealed_login_password: string;
};
type OpenKey = StoredSigningKey & { jwk: Jwk };

/** A project as it is now; null when there is none with this ref, or one whose API is not complete yet. */
export async function readRecord(
  pool: pg.Pool,
  secrets: SecretBox,
  ref: string,
): Promise<ProjectRuntimeRecord | null> {
  const { rows } = await pool.query<Row>(READ, [ref]);
  const [row] = rows;
  if (row === undefined) return null;
  const signing = row.signing_keys.map((key) => ({ ...key, jwk: openJwk(key, secrets) }));
  const inUse = signing.find((key) => key.status === 'in_use');
  if (inUse === undefined) return null;
  const record = {
    ref: row.ref,
    status: row.status,
    statusText: describeStatus(row.status),
    servicesRestart: row.services_restart,
    keys: [...(await legacyKeys(row, signing)), ...row.keys.map(toKey)],
    verificationKeys: signing.map(toVerificationKey),
    thirdPartyIssuers: row.third_party_issuers,
    signingKey: { kid: kidOf(inUse), algorithm: inUse.algorithm, jwk: inUse.jwk },
    anonKey: await anonKey(row, signing),
    storageKeys: row.storage_keys.map(({ access_key, sealed_secret }) => ({
      accessKey: access_key,
      secret: secrets.open(Buffer.from(sealed_secret, 'base64')),
    })),
    region: row.region,
    rest: toRest(row.postgrest),
    auth: toRuntimeAuth(row.auth, openSecrets(row.auth_secrets, secrets), new Date()),
    storage: storageSettingsOf(row.storage),
    realtime: realtimeSettingsOf(row.realtime),
    databasePort: row.port,
    functions: row.functions,
    functionVariables: '',
    address: row.address,
    attached: row.attached === null ? null : openAttached(row.attached, ref, secrets),
    networkAccess: { requireTls: row.require_tls, allowedBlocks: row.allowed_blocks },
    poolerSize: row.pooler_size,
  };
  // Their keys and secrets, and what tokens are checked with.
  record.functionVariables = hashOf([record.keys, row.keys, record.verificationKeys, row.secrets]);
  return { ...record, revision: hashOf(record) };
}

function openAttached(attached: SealedAttached, ref: string, secrets: SecretBox): RemoteDatabase {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  return toRemote(
    {
      ...attached,
      ref,
      sealed_password: bytes(attached.sealed_password),
      sealed_login_password: bytes(attached.sealed_login_password),
    },
    secrets,
  );
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

function openJwk({ sealed_jwk }: StoredSigningKey, secrets: SecretBox): Jwk {
  return JSON.parse(secrets.open(Buffer.from(sealed_jwk, 'base64')));
}

function openSecrets(sealed: Buffer | null, secrets: SecretBox): Record<string, string> {
  return sealed === null ? {} : JSON.parse(secrets.open(sealed));
}

/** The legacy keys follow from the JWT secret; without it, when it is revoked, there are none. */
async function legacyKeys(row: Row, signing: OpenKey[]): Promise<ProjectKey[]> {
  const legacy = signing.find((key) => key.is_legacy);
  if (legacy === undefined) return [];
  const secret = jwkToSecret(legacy.jwk as Jwk & SecretJwk);
  const issuedAt = new Date(legacy.issued_at ?? 0);
  return Promise.all(
    LEGACY_ROLES.map(async (role) => ({
      hash: hashKey(await legacyKey(secret, row.ref, role, issuedAt)).toString('base64url'),
      role,
      type: 'legacy' as const,
      enabled: row.legacy_keys_enabled,
    })),
  );
}

/** Public, unlike the others: whoever opens an application of the project can read it. */
async function anonKey(row: Row, signing: OpenKey[]): Promise<string | null> {
  const legacy = signing.find((key) => key.is_legacy);
  if (legacy === undefined || !row.legacy_keys_enabled) return null;
  const secret = jwkToSecret(legacy.jwk as Jwk & SecretJwk);
  return legacyKey(secret, row.ref, 'anon', new Date(legacy.issued_at ?? 0));
}

function toKey({ type, hash }: Row['keys'][number]): ProjectKey {
  return {
    hash: Buffer.from(hash, 'base64').toString('base64url'),
    role: type === 'secret' ? 'service_role' : 'anon',
    type,
    enabled: true,
  };
}

function toVerificationKey(key: OpenKey): VerificationKey {
  return {
    kid: kidOf(key),
    algorithm: key.algorithm,
    jwk: key.algorithm === 'HS256' ? key.jwk : (key.public_jwk as Jwk),
  };
}

function kidOf({ is_legacy, id }: StoredSigningKey): string | null {
  return is_legacy ? null : id;
}

function toRest(stored: StoredDataApi): ProjectRuntimeRecord['rest'] {
  const { db_schema, db_extra_search_path, max_rows } = { ...DATA_API_DEFAULTS, ...stored };
  return {
    dbSchemas: splitNames(db_schema),
    dbExtraSearchPath: splitNames(db_extra_search_path),
    dbMaxRows: max_rows === 0 ? null : max_rows,
  };
}
