// What CloudNativePG 1.27 to 1.30 take as a Cluster, a Pooler, a Backup and a ScheduledBackup: names, types, required and listed values of the
// fields in its published CustomResourceDefinitions, as far as they are near to what is written here. Anything else is refused as
// unknown, as the API server does with fieldValidation=Strict.

/** The part of a structural schema (OpenAPI v3) that these kinds need. */
export interface Schema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema;
  items?: Schema;
  enum?: readonly string[];
  minimum?: number;
  pattern?: RegExp;
  default?: unknown;
}

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const count: Schema = { type: 'integer', minimum: 0 };
const texts: Schema = { type: 'object', additionalProperties: text };
const quantity: Schema = { type: 'string', pattern: /^\d+(\.\d+)?([EPTGMk]i?|m)?$/ };
const quantities: Schema = { type: 'object', additionalProperties: quantity };
const named = object({ name: text }, ['name']);
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });

function object(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required };
}

function list(items: Schema): Schema {
  return { type: 'array', items };
}

const plugin = object(
  { name: text, enabled: { ...flag, default: true }, isWALArchiver: flag, parameters: texts },
  ['name'],
);
const storage = object({
  size: quantity,
  storageClass: text,
  resizeInUseVolumes: { ...flag, default: true },
});
const snapshot = object({ apiGroup: text, kind: text, name: text }, ['kind', 'name']);

const clusterSpec = object(
  {
    description: text,
    inheritedMetadata: object({ labels: texts, annotations: texts }),
    imageName: text,
    imageCatalogRef: object(
      {
        apiGroup: oneOf('postgresql.cnpg.io'),
        kind: oneOf('ImageCatalog', 'ClusterImageCatalog'),
        name: text,
        major: { type: 'integer' },
      },
      ['kind', 'name', 'major'],
    ),
    instances: { type: 'integer', minimum: 1, default: 1 },
    postgresql: object({ parameters: texts, pg_hba: list(text), shared_preload_libraries: list(text) }),
    bootstrap: object({
      initdb: object({
        database: text,
        owner: text,
        secret: named,
        dataChecksums: flag,
        encoding: text,
        locale: text,
        localeCollate: text,
        localeCType: text,
        localeProvider: text,
        walSegmentSize: { type: 'integer', minimum: 1 },
        postInitSQL: list(text),
        postInitApplicationSQL: list(text),
      }),
      recovery: object({
        backup: object({ name: text, endpointCA: object({ key: text, name: text }, ['key', 'name']) }, [
          'name',
        ]),
        source: text,
        volumeSnapshots: object({ storage: snapshot, walStorage: snapshot }, ['storage']),
        recoveryTarget: object({
          backupID: text,
          targetTLI: text,
          targetXID: text,
          targetName: text,
          targetLSN: text,
          targetTime: text,
          targetImmediate: flag,
          exclusive: flag,
        }),
        database: text,
        owner: text,
        secret: named,
      }),
    }),
    superuserSecret: named,
    enableSuperuserAccess: { ...flag, default: false },
    storage,
    walStorage: storage,
    resources: object({ requests: quantities, limits: quantities }),
    primaryUpdateStrategy: { ...oneOf('unsupervised', 'supervised'), default: 'unsupervised' },
    primaryUpdateMethod: { ...oneOf('switchover', 'restart'), default: 'restart' },
    backup: object({
      retentionPolicy: text,
      target: oneOf('primary', 'prefer-standby'),
      volumeSnapshot: object({
        className: text,
        walClassName: text,
        labels: texts,
        annotations: texts,
        snapshotOwnerReference: oneOf('none', 'cluster', 'backup'),
        online: { ...flag, default: true },
      }),
    }),
    externalClusters: list(
      object({ name: text, connectionParameters: texts, sslRootCert: named, plugin }, ['name']),
    ),
    logLevel: { ...oneOf('error', 'warning', 'info', 'debug', 'trace'), default: 'info' },
    enablePDB: { ...flag, default: true },
    plugins: list(plugin),
    startDelay: { ...count, default: 3600 },
    stopDelay: { ...count, default: 1800 },
  },
  ['instances'],
);

/** There is no least number of instances: none is a Deployment without pods. */
const poolerSpec = object(
  {
    cluster: named,
    type: { ...oneOf('rw', 'ro', 'r'), default: 'rw' },
    instances: { type: 'integer', default: 1 },
    pgbouncer: object({
      poolMode: { ...oneOf('session', 'transaction'), default: 'session' },
      authQuerySecret: named,
      authQuery: text,
      parameters: texts,
      pg_hba: list(text),
      paused: { ...flag, default: false },
    }),
  },
  ['cluster', 'pgbouncer'],
);

const method: Schema = {
  ...oneOf('barmanObjectStore', 'volumeSnapshot', 'plugin'),
  default: 'barmanObjectStore',
};
const backupFields = {
  cluster: named,
  method,
  online: flag,
  pluginConfiguration: object({ name: text, parameters: texts }, ['name']),
  target: oneOf('primary', 'prefer-standby'),
};

/** By the plural of the kind, without what the API server knows of all objects. */
export const SPEC_SCHEMAS: Record<string, Schema> = {
  clusters: clusterSpec,
  poolers: poolerSpec,
  backups: object(backupFields, ['cluster']),
  scheduledbackups: object(
    {
      ...backupFields,
      schedule: text,
      suspend: flag,
      immediate: flag,
      backupOwnerReference: { ...oneOf('none', 'self', 'cluster'), default: 'none' },
    },
    ['cluster', 'schedule'],
  ),
};

/** What is wrong with a value, as the API server words it. Fills in defaults. */
export function schemaProblems(schema: Schema, value: unknown, path: string): string[] {
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  if (type !== schema.type)
    return [`${path}: Invalid value: "${type}": ${path} in body must be of type ${schema.type}: "${type}"`];
  if (schema.enum && !schema.enum.includes(value as string))
    return [
      `${path}: Unsupported value: "${value}": supported values: ${schema.enum.map((each) => `"${each}"`).join(', ')}`,
    ];
  if (schema.pattern && !schema.pattern.test(value as string))
    return [`${path}: Invalid value: "${value}": ${path} in body should match '${schema.pattern.source}'`];
  if (schema.minimum !== undefined && (value as number) < schema.minimum)
    return [
      `${path}: Invalid value: ${value}: ${path} in body should be greater than or equal to ${schema.minimum}`,
    ];
  if (type === 'array')
    return (value as unknown[]).flatMap((each, place) =>
      schemaProblems(schema.items as Schema, each, `${path}[${place}]`),
    );
  if (type !== 'object') return [];
  const fields = value as Record<string, unknown>;
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const [name, { default: usual }] of Object.entries(properties))
    if (usual !== undefined) fields[name] ??= usual;
  return [
    ...required.filter((name) => fields[name] === undefined).map((name) => `${path}.${name}: Required value`),
    ...Object.entries(fields).flatMap(([name, each]) => {
      const known = properties[name] ?? additionalProperties;
      return known
        ? schemaProblems(known, each, `${path}.${name}`)
        : [`strict decoding error: unknown field "${path}.${name}"`];
    }),
  ];
}
