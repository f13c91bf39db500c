import { Resolver } from 'node:dns';
import { PLANS } from '@basalt/contract/plans';
import { type Allowed, NOTHING_ALLOWED, readAllowed } from '@basalt/network';
import type { ObjectLock, ServerEncryption } from '@basalt/object-store';

/** One setting: makes a value of its text. @throws {Wrong} saying what it must be */
type Read<T> = (text: string) => T;

class Wrong extends Error {}

/** A text that `test` finds right. */
const matching =
  (test: RegExp, must: string): Read<string> =>
  (text) => {
    if (!test.test(text)) throw new Wrong(must);
    return text;
  };

const wholeNumber =
  (least: number, most: number): Read<number> =>
  (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isNaN(value)) throw new Wrong('must be a number');
    if (!Number.isInteger(value)) throw new Wrong('must be a whole number');
    if (value < least) throw new Wrong(`must be at least ${least}`);
    if (value > most) throw new Wrong(`must be at most ${most}`);
    return value;
  };

const oneOf =
  <T extends string>(values: readonly T[]): Read<T> =>
  (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Wrong(`must be one of ${values.join(', ')}`);
    return found;
  };

const port = wholeNumber(1, 65_535);

/** Null: `off`. */
const portOrOff: Read<number | null> = (text) => (text === 'off' ? null : port(text));

const portRange: Read<{ first: number; last: number }> = (text) => {
  const [, first = 0, last = 0] = (/^(\d+)-(\d+)$/.exec(text) ?? []).map(Number);
  if (!/^\d+-\d+$/.test(text)) throw new Wrong('must look like 15432-16431');
  if (first < 1024 || last < first || last > 65_535)
    throw new Wrong('must be a range between 1024 and 65535');
  if (last - first >= 5_000) throw new Wrong('must hold at most 5000 ports');
  return { first, last };
};

const webAddress: Read<string> = (text) => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new Wrong('must be an http or https address');
  return text;
};

const mailServer: Read<string> = (text) => {
  const must =
    'must look like smtps://user:password@mail.example.com:465, with special characters percent-encoded';
  if (!URL.canParse(text)) throw new Wrong(must);
  const { protocol, hostname, pathname } = new URL(text);
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '' || pathname.length > 1)
    throw new Wrong(must);
  return text;
};

/** Domains of e-mail addresses. */
const mailDomains: Read<readonly string[]> = (text) => {
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase());
  if (!domains.every((domain) => HOST_NAME.test(domain) && domain.includes('.')))
    throw new Wrong('must be domains of e-mail addresses, separated by commas, such as example.com');
  return domains;
};

const outgoingAllow: Read<Allowed> = (text) => {
  try {
    return readAllowed(text);
  } catch (error) {
    throw new Wrong((error as Error).message);
  }
};

const dnsServers: Read<string[]> = (text) => {
  const servers = text.split(',').map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
  } catch {
    throw new Wrong(
      'must be IP addresses with commas between them, each with a port or without, such as 1.1.1.1',
    );
  }
  return servers;
};

const hostAndPort: Read<{ host: string; port: number }> = (text) => {
  const [, inBrackets, name, digits = ''] = /^(?:\[([0-9a-f:.]+)\]|([^:\s/]+)):(\d+)$/i.exec(text) ?? [];
  const host = inBrackets ?? name;
  if (host === undefined) throw new Wrong('must be an address and a port, such as 10.0.0.5:8002');
  return { host, port: port(digits) };
};

/** Without host names: what a connection comes from is an address. */
const proxies: Read<Allowed> = (text) => {
  if (text.split(',').some((entry) => !/^[0-9a-f.:]+(\/\d+)?$/i.test(entry.trim())))
    throw new Wrong('must be addresses and ranges with commas between them, such as 10.0.0.7,10.1.0.0/16');
  return outgoingAllow(text);
};

/** What is there is looked at when the platform starts. */
const folder = matching(
  /^\/\P{Cc}*$/u,
  'must be the absolute path of a folder, such as /usr/lib/postgresql/15',
);

/** Files and folders of certificates are looked at when the gateway starts. */
const file = matching(/^\/\P{Cc}*$/u, 'must be an absolute path, such as /etc/ssl/basalt.pem');

const extensionNames: Read<string[]> = (text) => {
  const names = text.split(',').map((name) => name.trim());
  if (!names.every((name) => /^[a-z0-9_][a-z0-9_-]{0,62}$/.test(name)))
    throw new Wrong('must be names of extensions with commas between them, such as postgis,vector');
  return names;
};

const kubernetesName = matching(/^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/, 'must be a name in Kubernetes');

const imageCatalog: Read<{ kind: 'ImageCatalog' | 'ClusterImageCatalog'; name: string }> = (text) => {
  const [, kind, name] = /^(ImageCatalog|ClusterImageCatalog)\/([a-z0-9][-a-z0-9.]{0,62})$/.exec(text) ?? [];
  if (name === undefined) throw new Wrong('must look like ClusterImageCatalog/postgresql');
  return { kind: kind === 'ImageCatalog' ? kind : 'ClusterImageCatalog', name };
};

const serverEncryption: Read<ServerEncryption> = (text) => {
  const [, kind, keyId] = /^(AES256|aws:kms)(?::(\S{1,2048}))?$/.exec(text) ?? [];
  if (kind === 'AES256' && keyId === undefined) return { kind };
  if (kind === 'aws:kms') return { kind, keyId: keyId ?? null };
  throw new Wrong('must be AES256, aws:kms, or aws:kms: and the name of a key');
};

const objectLock: Read<ObjectLock> = (text) => {
  const [, mode, days] = /^(governance|compliance):(\d{1,4})$/.exec(text) ?? [];
  if ((mode !== 'governance' && mode !== 'compliance') || Number(days) < 1 || Number(days) > 3_650)
    throw new Wrong(
      'must be governance or compliance and a number of days up to 3650, such as governance:30',
    );
  return { mode, days: Number(days) };
};

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(`^(?=.{1,253}\\.?$)${LABEL}(?:\\.${LABEL})*\\.?$`, 'i');
const E_MAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/**
 * Every setting of the environment. Nothing else in the project reads `process.env`. Read by hand: each of our processes does so
 * first, and a library for it takes a quarter of the time in which the gateway starts.
 */
const SETTINGS = {
  BASALT_HOME: String,
  BASALT_HOST: String,
  BASALT_PORT: port,
  BASALT_GATEWAY_PORT: port,
  BASALT_GATEWAY_URL: webAddress,
  BASALT_TRUSTED_PROXIES: proxies,
  BASALT_DRAIN_SECONDS: wholeNumber(0, 60),
  BASALT_DOOR_HOST: String,
  BASALT_DOOR_PORT: port,
  BASALT_PLATFORM_DOOR: hostAndPort,
  BASALT_TLS_PORT: port,
  BASALT_TLS_CERTIFICATE: file,
  BASALT_TLS_KEY: file,
  BASALT_TLS_FOLDER: file,
  BASALT_DATABASE_PORTS: portRange,
  BASALT_POOLER_PORT: portOrOff,
  BASALT_POOLER_TRANSACTION_PORT: portOrOff,
  BASALT_POOLER_HOST: matching(HOST_NAME, 'must be a host name'),
  BASALT_PUBLIC_URL: webAddress,
  BASALT_PROJECT_DOMAIN: matching(HOST_NAME, 'must be a host name'),
  BASALT_OUTGOING_ALLOW: outgoingAllow,
  BASALT_DNS_SERVERS: dnsServers,
  BASALT_POSTGRES_15: folder,
  BASALT_POSTGRES_16: folder,
  BASALT_POSTGRES_17: folder,
  BASALT_POSTGRES_18: folder,
  BASALT_POSTGRES_EXTENSIONS: extensionNames,
  BASALT_CLUSTERS: oneOf(['local', 'kubernetes']),
  BASALT_KUBERNETES_CONFIG: matching(/^\/\P{Cc}*$/u, 'must be the absolute path of a kubeconfig'),
  BASALT_KUBERNETES_CONTEXT: matching(/^\S{1,250}$/, 'must be the name of a context of the kubeconfig'),
  BASALT_KUBERNETES_NAMESPACE: kubernetesName,
  BASALT_KUBERNETES_STORAGE_CLASS: kubernetesName,
  BASALT_KUBERNETES_INSTANCES: wholeNumber(1, 9),
  BASALT_KUBERNETES_POOLERS: wholeNumber(0, 9),
  BASALT_KUBERNETES_DISK_GB: wholeNumber(1, 65_536),
  BASALT_KUBERNETES_IMAGE_CATALOG: imageCatalog,
  BASALT_KUBERNETES_OBJECT_STORE: kubernetesName,
  BASALT_KUBERNETES_BACKUP_SCHEDULE: matching(
    /^\S+( \S+){5}$/,
    'must be six fields of cron, the first for seconds, such as "0 0 3 * * *"',
  ),
  BASALT_GIT_REPOSITORIES: folder,
  BASALT_SMTP_URL: mailServer,
  BASALT_MAIL_FROM: matching(E_MAIL, 'must be an e-mail address'),
  BASALT_OIDC_ISSUER: webAddress,
  BASALT_OIDC_CLIENT_ID: matching(/^\S{1,500}$/, 'must be the id of a client, without spaces'),
  BASALT_OIDC_CLIENT_SECRET: matching(/^\S{1,500}$/, 'must be the secret of a client, without spaces'),
  BASALT_OIDC_DOMAINS: mailDomains,
  BASALT_OIDC_NAME: matching(/^[^\p{Cc}]{1,40}$/u, 'must be a name of at most 40 characters'),
  BASALT_S3_ENDPOINT: webAddress,
  BASALT_S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  BASALT_S3_REGION: matching(/^[a-z0-9-]{1,64}$/, 'must be the name of a region, such as us-east-1'),
  BASALT_S3_ACCESS_KEY: matching(/^\S+$/, 'must be an access key, without spaces'),
  BASALT_S3_SECRET_KEY: matching(/^\S+$/, 'must be a secret key, without spaces'),
  BASALT_BACKUPS_S3_ENDPOINT: webAddress,
  BASALT_BACKUPS_S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  BASALT_BACKUPS_S3_REGION: matching(/^[a-z0-9-]{1,64}$/, 'must be the name of a region, such as us-east-1'),
  BASALT_BACKUPS_S3_ACCESS_KEY: matching(/^\S+$/, 'must be an access key, without spaces'),
  BASALT_BACKUPS_S3_SECRET_KEY: matching(/^\S+$/, 'must be a secret key, without spaces'),
  BASALT_BACKUPS_S3_PREFIX: matching(
    /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}\/){1,8}$/,
    'must be names of letters and digits, each followed by a slash, such as basalt/',
  ),
  BASALT_RESTORE_FROM: matching(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?(?:(?<=\/)[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(?:\/|$)){0,8}$/,
    'must be a bucket and what its keys begin with, such as s3://backups/basalt/',
  ),
  BASALT_BACKUPS_S3_ENCRYPTION: serverEncryption,
  BASALT_BACKUPS_S3_LOCK: objectLock,
  BASALT_BACKUPS_LOCAL_COPY: oneOf(['on', 'off']),
  BASALT_BACKUPS_KEY: matching(
    /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/,
    'must be a key that "npm run -s backup-key" has printed',
  ),
  OPENAI_API_KEY: matching(/^\S+$/, 'must be a key, without spaces'),
  OPENAI_BASE_URL: webAddress,
  ANTHROPIC_API_KEY: matching(/^\S+$/, 'must be a key, without spaces'),
  ANTHROPIC_BASE_URL: webAddress,
  BASALT_AI_BASE_URL: webAddress,
  BASALT_AI_MODEL: matching(/^\S{1,128}$/, 'must be the name of a model'),
  BASALT_AI_API_KEY: matching(/^\S+$/, 'must be a key, without spaces'),
  BASALT_AI_TIMEOUT: wholeNumber(1, 600),
  BASALT_DEFAULT_PLAN: oneOf(PLANS),
  BASALT_DELETION_GRACE_DAYS: wholeNumber(0, 365),
  BASALT_BOOTSTRAP_EMAIL: matching(E_MAIL, 'must be an e-mail address'),
  BASALT_BOOTSTRAP_PASSWORD: matching(/^[\s\S]{8,}$/, 'must have at least 8 characters'),
  BASALT_BOOTSTRAP_ACCESS_TOKEN: matching(/^sbp_[0-9a-f]{40}$/, 'must be sbp_ followed by 40 hex digits'),
  BASALT_LOG_LEVEL: oneOf(LOG_LEVELS),
  DATABASE_URL: matching(/^postgres(ql)?:\/\//, 'must start with postgresql://'),
} satisfies Record<string, Read<unknown>>;

type Settings = { [Name in keyof typeof SETTINGS]?: ReturnType<(typeof SETTINGS)[Name]> };

/** The owner whom the environment asks for. A script that needs a token only may leave out the rest. */
export interface Bootstrap {
  email: string;
  /** Null: one is made up and printed. */
  password: string | null;
  accessToken: string | null;
}

/** A bucket of a store that speaks the S3 protocol, and who we are there. */
export interface ObjectStore {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Where backups are kept instead of in the home. */
export interface BackupBucket extends ObjectStore {
  /** What the keys of backups begin with; empty, or it ends in a slash. */
  prefix: string;
  /** What they are encrypted with, `AGE-SECRET-KEY-1…`. Null: they are not. */
  sealingKey: string | null;
  /** Whether a copy is kept in the home as well. */
  localCopy: boolean;
  /** How the store is to encrypt it, besides. Null: as it does by itself. */
  encryption: ServerEncryption | null;
  /** How long backups can be changed by nobody, us included. Null: they are not locked. */
  lock: ObjectLock | null;
}

/** Where in Kubernetes the servers of projects are, and how they are made there. */
export interface KubernetesConfig {
  /** Null: we are in it ourselves. */
  kubeconfig: string | null;
  context: string | null;
  namespace: string;
  diskGb: number;
  settings: {
    instances: number;
    storageClass: string | null;
    imageCatalog: { kind: 'ImageCatalog' | 'ClusterImageCatalog'; name: string } | null;
    objectStore: string | null;
    backupSchedule: string;
    snapshotClass: null;
    poolers: number;
  };
}

/** An OpenID Connect provider that people sign in to the dashboard with. */
export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Of the addresses that it may speak for, in lower case. */
  domains: readonly string[];
  /** What the button says. */
  name: string;
}

/** Null: it is switched off. */
export type PoolerPort = {
  port: number;
  /** Nobody chose it: where something else has it, there is none. */
  isDefault: boolean;
} | null;

/** A server that answers what a model says. */
export interface ModelServer {
  provider: 'openai' | 'anthropic' | 'openai-compatible';
  /** Null: the provider's own address. */
  baseUrl: string | null;
  model: string;
  apiKey: string | null;
}

/** Asked where the environment names none. */
const DEFAULT_MODELS = { openai: 'gpt-5.1', anthropic: 'claude-sonnet-5' } as const;

const MAJORS = [15, 16, 17, 18] as const;
const LOCAL = '127.0.0.1';
const BOOTSTRAP_EMAIL = 'owner@basalt.local';

export interface Config {
  home: string;
  host: string;
  port: number;
  gatewayPort: number;
  /** What projects' addresses begin with, where a balancer or a proxy stands in front of the gateway. Null: what it listens on. */
  gatewayUrl: string | null;
  /** Which proxies in front of the gateway may say whom they speak for. Null: one on this machine, where projects have a domain. */
  trustedProxies: Allowed | null;
  /** Seconds that a gateway which was told to stop goes on answering, while balancers find out. */
  drainSeconds: number;
  /** Where gateways of other machines are let in to the databases, files and functions of this one. Null: nowhere. */
  door: { host: string; port: number } | null;
  /** The door of the machine that keeps the projects. Null: it is this one. */
  platformDoor: { host: string; port: number } | null;
  /** Where the gateway answers over TLS as well, and with which certificates. Null: it does not. */
  tls: { port: number; own: { certificate: string; key: string } | null; folder: string | null } | null;
  databasePorts: { first: number; last: number };
  /**
   * Where the databases of all projects answer at one address: with a session for each client, and with one for each transaction. The
   * host is what clients call it; null: as the databases themselves.
   */
  pooler: { session: PoolerPort; transaction: PoolerPort; host: string | null };
  /** Address of the dashboard as browsers see it, null when it is the one we listen on. */
  publicUrl: string | null;
  projectDomain: string | null;
  /** Where the servers that projects name may be, besides the public internet. */
  outgoingAllowed: Allowed;
  /** Who is asked whose a custom hostname is; null: whom the machine asks. */
  dnsServers: readonly string[] | null;
  /** Through which server the platform sends mail to its own people, and as whom. Null: it sends none. */
  mail: { server: string; from: string } | null;
  /** Null: people sign in with a password. */
  openId: OpenIdProvider | null;
  /** The bucket that objects of projects are kept in. Null: in files of this machine. */
  objectStore: ObjectStore | null;
  /** Null: backups are in the home. */
  backupBucket: BackupBucket | null;
  /** Whether an empty home is to become the installation that the bucket of backups holds. */
  restores: boolean;
  /** The model that the assistant asks where an organization names none. Null: there is none. */
  modelServer: ModelServer | null;
  /** Seconds that a model may say nothing: before its answer and in the midst of it. */
  modelTimeout: number;
  /** Folders of the machine's own PostgreSQL that projects of a major version run on, instead of the one that comes with Basalt. */
  installations: readonly { major: 15 | 16 | 17 | 18; folder: string }[];
  /** Null: the servers of projects are on this machine. */
  kubernetes: KubernetesConfig | null;
  /** Extensions that owners of projects may create though PostgreSQL leaves them to superusers; null: those known to be harmless. */
  allowedExtensions: readonly string[] | null;
  /** The folder with the bare git repositories that projects may be connected to; null: none of this machine. */
  gitRepositories: string | null;
  defaultPlan: (typeof PLANS)[number];
  /** Days that the data of a deleted project is kept; 0: none. */
  deletionGraceDays: number;
  bootstrap: Bootstrap | null;
  logLevel: (typeof LOG_LEVELS)[number];
  /** The platform's own Postgres when it is not managed here. */
  databaseUrl: string | null;
}

/** Thrown for a bad environment. The message names the variable and what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the configuration once. An empty variable counts as absent. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const env = withRestoreFrom(readSettings(environment));
  const { BASALT_PORT: ownPort = 8000, BASALT_GATEWAY_PORT: gatewayPort = 8001 } = env;
  if (ownPort === gatewayPort) {
    throw new ConfigError(
      'BASALT_GATEWAY_PORT must differ from BASALT_PORT: project files and the dashboard never share an origin.',
    );
  }
  return {
    home: env.BASALT_HOME ?? './.basalt',
    host: env.BASALT_HOST ?? LOCAL,
    port: ownPort,
    gatewayPort,
    gatewayUrl: readGatewayUrl(env),
    trustedProxies: env.BASALT_TRUSTED_PROXIES ?? null,
    // One that is not alone has a balancer in front.
    drainSeconds: env.BASALT_DRAIN_SECONDS ?? (env.BASALT_PLATFORM_DOOR === undefined ? 0 : 5),
    ...readDoors(env),
    tls: readTls(env),
    databasePorts: env.BASALT_DATABASE_PORTS ?? { first: 15_432, last: 16_431 },
    pooler: {
      session: poolerPort(env.BASALT_POOLER_PORT, 5432),
      transaction: poolerPort(env.BASALT_POOLER_TRANSACTION_PORT, 6543),
      host: env.BASALT_POOLER_HOST ?? null,
    },
    publicUrl: env.BASALT_PUBLIC_URL ?? null,
    // As it stands in the names that clients ask for.
    projectDomain: env.BASALT_PROJECT_DOMAIN?.toLowerCase().replace(/\.$/, '') ?? null,
    outgoingAllowed: env.BASALT_OUTGOING_ALLOW ?? NOTHING_ALLOWED,
    dnsServers: env.BASALT_DNS_SERVERS ?? null,
    mail: readMail(env),
    openId: readOpenId(env),
    objectStore: readObjectStore(env, 'BASALT_S3'),
    backupBucket: readBackupBucket(env),
    restores: env.BASALT_RESTORE_FROM !== undefined,
    modelServer: readModelServer(env),
    modelTimeout: env.BASALT_AI_TIMEOUT ?? 120,
    installations: MAJORS.flatMap((major) => {
      const named = env[`BASALT_POSTGRES_${major}`];
      return named === undefined ? [] : [{ major, folder: named }];
    }),
    kubernetes: readKubernetes(env),
    allowedExtensions: env.BASALT_POSTGRES_EXTENSIONS ?? null,
    gitRepositories: env.BASALT_GIT_REPOSITORIES ?? null,
    defaultPlan: env.BASALT_DEFAULT_PLAN ?? 'pro',
    deletionGraceDays: env.BASALT_DELETION_GRACE_DAYS ?? 7,
    bootstrap: readBootstrap(env),
    logLevel: env.BASALT_LOG_LEVEL ?? 'info',
    databaseUrl: env.DATABASE_URL ?? null,
  };
}

function readGatewayUrl({ BASALT_GATEWAY_URL: url, BASALT_PROJECT_DOMAIN: domain }: Settings): string | null {
  if (url !== undefined && domain !== undefined)
    throw new ConfigError(
      'BASALT_GATEWAY_URL must be left out where BASALT_PROJECT_DOMAIN is set: projects have one address.',
    );
  return url?.replace(/\/+$/, '') ?? null;
}

/** A machine either keeps the projects and lets others in, or is one of the others. */
function readDoors(env: Settings): Pick<Config, 'door' | 'platformDoor'> {
  const { BASALT_DOOR_HOST: host, BASALT_DOOR_PORT: own, BASALT_PLATFORM_DOOR: platformDoor } = env;
  if (host !== undefined && own === undefined)
    throw new ConfigError('BASALT_DOOR_PORT must be set where BASALT_DOOR_HOST is.');
  if (own !== undefined && platformDoor !== undefined)
    throw new ConfigError(
      'BASALT_DOOR_PORT must be left out where BASALT_PLATFORM_DOOR is set: only the machine that keeps the projects has a door.',
    );
  return {
    door: own === undefined ? null : { host: host ?? env.BASALT_HOST ?? LOCAL, port: own },
    platformDoor: platformDoor ?? null,
  };
}

/** @throws ConfigError where a part of it is missing */
function readTls(env: Settings): Config['tls'] {
  const { BASALT_TLS_PORT: port, BASALT_TLS_CERTIFICATE: certificate, BASALT_TLS_KEY: key } = env;
  const { BASALT_TLS_FOLDER: folder = null } = env;
  if (port === undefined) {
    const present = (['BASALT_TLS_CERTIFICATE', 'BASALT_TLS_KEY', 'BASALT_TLS_FOLDER'] as const).find(
      (name) => env[name] !== undefined,
    );
    if (present !== undefined) throw new ConfigError(`BASALT_TLS_PORT must be set where ${present} is.`);
    return null;
  }
  if (certificate === undefined && key === undefined) return { port, own: null, folder };
  if (certificate === undefined)
    throw new ConfigError('BASALT_TLS_CERTIFICATE must be set where BASALT_TLS_KEY is.');
  if (key === undefined) throw new ConfigError('BASALT_TLS_KEY must be set where BASALT_TLS_CERTIFICATE is.');
  return { port, own: { certificate, key }, folder };
}

/** @throws ConfigError where a part of it is missing, or there is a part of it without the whole */
function readKubernetes(env: Settings): KubernetesConfig | null {
  if (env.BASALT_CLUSTERS !== 'kubernetes') {
    const stray = Object.keys(env).find((name) => name.startsWith('BASALT_KUBERNETES_'));
    if (stray !== undefined)
      throw new ConfigError(`BASALT_CLUSTERS must be kubernetes where ${stray} is set.`);
    return null;
  }
  const { BASALT_KUBERNETES_NAMESPACE: namespace, BASALT_KUBERNETES_CONTEXT: context = null } = env;
  const { BASALT_KUBERNETES_CONFIG: kubeconfig = null, BASALT_KUBERNETES_OBJECT_STORE: objectStore = null } =
    env;
  if (namespace === undefined)
    throw new ConfigError(
      'BASALT_KUBERNETES_NAMESPACE must be set where BASALT_CLUSTERS is kubernetes: a namespace for the servers of projects and nothing else.',
    );
  if (context !== null && kubeconfig === null)
    throw new ConfigError('BASALT_KUBERNETES_CONFIG must be set where BASALT_KUBERNETES_CONTEXT is.');
  if (env.BASALT_KUBERNETES_BACKUP_SCHEDULE !== undefined && objectStore === null)
    throw new ConfigError(
      'BASALT_KUBERNETES_OBJECT_STORE must be set where BASALT_KUBERNETES_BACKUP_SCHEDULE is.',
    );
  return {
    kubeconfig,
    context,
    namespace,
    diskGb: env.BASALT_KUBERNETES_DISK_GB ?? 10,
    settings: {
      instances: env.BASALT_KUBERNETES_INSTANCES ?? 1,
      storageClass: env.BASALT_KUBERNETES_STORAGE_CLASS ?? null,
      imageCatalog: env.BASALT_KUBERNETES_IMAGE_CATALOG ?? null,
      objectStore,
      backupSchedule: env.BASALT_KUBERNETES_BACKUP_SCHEDULE ?? '0 0 3 * * *',
      snapshotClass: null,
      poolers: env.BASALT_KUBERNETES_POOLERS ?? 0,
    },
  };
}

function poolerPort(chosen: number | null | undefined, usual: number): PoolerPort {
  if (chosen === null) return null;
  return { port: chosen ?? usual, isDefault: chosen === undefined };
}

function readMail({ BASALT_SMTP_URL: server, BASALT_MAIL_FROM: from }: Settings): Config['mail'] {
  if (server !== undefined && from !== undefined) return { server, from };
  if (server === undefined && from === undefined) return null;
  const [missing, present] =
    server === undefined ? ['BASALT_SMTP_URL', 'BASALT_MAIL_FROM'] : ['BASALT_MAIL_FROM', 'BASALT_SMTP_URL'];
  throw new ConfigError(`${missing} must be set where ${present} is: mail needs a server and a sender.`);
}

function readOpenId(env: Settings): OpenIdProvider | null {
  const {
    BASALT_OIDC_ISSUER: issuer,
    BASALT_OIDC_CLIENT_ID: clientId,
    BASALT_OIDC_CLIENT_SECRET: clientSecret,
    BASALT_OIDC_DOMAINS: domains,
    BASALT_OIDC_NAME: name,
  } = env;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined && domains !== undefined)
    return { issuer, clientId, clientSecret, domains, name: name ?? 'single sign-on' };
  const names = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'DOMAINS'].map((part) => `BASALT_OIDC_${part}`);
  const missing = names.find((each) => env[each as keyof Settings] === undefined);
  const present = [...names, 'BASALT_OIDC_NAME'].find((each) => env[each as keyof Settings] !== undefined);
  if (present === undefined) return null;
  throw new ConfigError(
    `${missing} must be set where ${present} is: signing in by OpenID Connect needs an issuer, a client, its secret and the domains of addresses.`,
  );
}

/** A server of one's own goes before those of the two providers. */
function readModelServer(env: Settings): ModelServer | null {
  const { BASALT_AI_BASE_URL: baseUrl, BASALT_AI_MODEL: model } = env;
  if (baseUrl !== undefined) {
    if (model === undefined)
      throw new ConfigError(
        'BASALT_AI_MODEL must be set where BASALT_AI_BASE_URL is: the server has to know which model.',
      );
    return { provider: 'openai-compatible', baseUrl, model, apiKey: env.BASALT_AI_API_KEY ?? null };
  }
  if (env.OPENAI_API_KEY !== undefined)
    return {
      provider: 'openai',
      baseUrl: env.OPENAI_BASE_URL ?? null,
      model: model ?? DEFAULT_MODELS.openai,
      apiKey: env.OPENAI_API_KEY,
    };
  if (env.ANTHROPIC_API_KEY !== undefined)
    return {
      provider: 'anthropic',
      baseUrl: env.ANTHROPIC_BASE_URL ?? null,
      model: model ?? DEFAULT_MODELS.anthropic,
      apiKey: env.ANTHROPIC_API_KEY,
    };
  return null;
}

/** Where an installation is restored from is where its backups are kept from then on. @throws ConfigError when it is said otherwise */
function withRestoreFrom(env: Settings): Settings {
  const { BASALT_RESTORE_FROM: from } = env;
  if (from === undefined) return env;
  const [, bucket, names = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(from) ?? [];
  const named = {
    BASALT_BACKUPS_S3_BUCKET: bucket,
    BASALT_BACKUPS_S3_PREFIX: names === '' ? undefined : names.replace(/\/?$/, '/'),
  };
  for (const [name, value] of Object.entries(named) as [keyof typeof named, string | undefined][])
    if (env[name] !== undefined && env[name] !== value)
      throw new ConfigError(`${name} must name what is restored from ${from}, or be left out.`);
  return { ...env, ...named } as Settings;
}

function readBackupBucket(env: Settings): BackupBucket | null {
  const store = readObjectStore(env, 'BASALT_BACKUPS_S3');
  const localCopy = env.BASALT_BACKUPS_LOCAL_COPY === 'on';
  const more = [
    ...(
      [
        'BASALT_BACKUPS_S3_PREFIX',
        'BASALT_BACKUPS_S3_ENCRYPTION',
        'BASALT_BACKUPS_S3_LOCK',
        'BASALT_BACKUPS_KEY',
      ] as const
    ).filter((name) => env[name]),
    ...(localCopy ? ['BASALT_BACKUPS_LOCAL_COPY'] : []),
  ][0];
  if (store === null && more !== undefined)
    throw new ConfigError(`BASALT_BACKUPS_S3_BUCKET must be set where ${more} is.`);
  const { BASALT_BACKUPS_S3_PREFIX: prefix = '', BASALT_BACKUPS_KEY: sealingKey = null } = env;
  const { BASALT_BACKUPS_S3_ENCRYPTION: encryption = null, BASALT_BACKUPS_S3_LOCK: lock = null } = env;
  return store && { ...store, prefix, sealingKey, localCopy, encryption, lock };
}

/** @throws ConfigError when there is a part of it only */
function readObjectStore(env: Settings, group: 'BASALT_S3' | 'BASALT_BACKUPS_S3'): ObjectStore | null {
  const endpoint = env[`${group}_ENDPOINT`];
  const bucket = env[`${group}_BUCKET`];
  const region = env[`${group}_REGION`];
  const accessKey = env[`${group}_ACCESS_KEY`];
  const secretKey = env[`${group}_SECRET_KEY`];
  if (endpoint !== undefined && bucket !== undefined && accessKey !== undefined && secretKey !== undefined)
    return { endpoint, bucket, region: region ?? 'us-east-1', accessKey, secretKey };
  const names = OBJECT_STORE_SETTINGS.map((name) => `${group}_${name}` as const);
  const present = names.find((name) => env[name] !== undefined);
  if (present === undefined) return null;
  const missing = names.find((name) => !name.endsWith('REGION') && env[name] === undefined);
  throw new ConfigError(
    `${missing} must be set where ${present} is: a bucket needs an address, a name, an access key and its secret.`,
  );
}

const OBJECT_STORE_SETTINGS = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'] as const;

/** @throws ConfigError that names the first variable that is wrong */
function readSettings(environment: Record<string, string | undefined>): Settings {
  const settings: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(SETTINGS)) {
    const text = environment[name];
    if (text === undefined || text === '') continue;
    try {
      settings[name] = read(text);
    } catch (error) {
      if (error instanceof Wrong) throw new ConfigError(`${name} ${error.message}.`);
      throw error;
    }
  }
  return settings as Settings;
}

function readBootstrap(env: Settings): Bootstrap | null {
  const {
    BASALT_BOOTSTRAP_EMAIL: email,
    BASALT_BOOTSTRAP_PASSWORD: password,
    BASALT_BOOTSTRAP_ACCESS_TOKEN: accessToken,
  } = env;
  if (email === undefined && password === undefined && accessToken === undefined) return null;
  return {
    email: (email ?? BOOTSTRAP_EMAIL).toLowerCase(),
    password: password ?? null,
    accessToken: accessToken ?? null,
  };
}
