import type { Jwk } from '@basalt/project';
import type pg from 'pg';
import { jwkToSecret, LEGACY_ROLES, legacyKey, type SecretJwk } from '../jwt-secret/keys.ts';
import type { SecretBox } from '../kernel/secret-box.ts';

/** What functions of a project see of it, beside their URL. It holds secrets and must not be logged. */
export interface FunctionEnvironment {
  /** Names and values of the project's own secrets. */
  secrets: Record<string, string>;
  /** The keys that calls to the project's API are made with. */
  anonKey: string;
  serviceRoleKey: string;
  /** The same of the newer kinds, by their names. */
  publishableKeys: Record<string, string>;
  secretKeys: Record<string, string>;
  /** Of the role `postgres`; null where the database is attached, and has roles of its owner's. */
  databasePassword: string | null;
  region: string;
}

// One statement, so that everything is of one moment.
const READ = `
  select p.ref, p.region, case when p.attached_version is null then p.database_password end as database_password, s.legacy_keys_enabled,
    array(
      select json_build_object('name', f.name, 'sealed', encode(f.sealed_value, 'base64'))
      from function_secrets f where f.project_id = p.id order by f.name
    ) as secrets,
    array(
      select json_build_object('type', k.type, 'name', k.name, 'sealed', encode(k.sealed_key, 'base64'))
      from api_keys k where k.project_id = p.id order by k.id
    ) as keys,
    (
      select json_build_object('sealed', encode(k.sealed_jwk, 'base64'), 'issued_at', k.issued_at)
      from signing_keys k where k.project_id = p.id and k.is_legacy and k.status <> 'revoked'
    ) as legacy
  from projects p join project_api_settings s on s.project_id = p.id
  where p.ref = $1 and p.removed_at is null`;

interface Row {
  ref: string;
  region: string;
  database_password: Buffer | null;
  legacy_keys_enabled: boolean;
  secrets: { name: string; sealed: string }[];
  keys: { type: 'publishable' | 'secret'; name: string; sealed: string }[];
  legacy: { sealed: string; issued_at: string | null } | null;
}

/** Null when there is no such project. */
export async function readFunctionEnvironment(
  pool: pg.Pool,
  box: SecretBox,
  ref: string,
): Promise<FunctionEnvironment | null> {
  const { rows } = await pool.query<Row>(READ, [ref]);
  const [row] = rows;
  if (row === undefined) return null;
  const open = (sealed: string) => box.open(Buffer.from(sealed, 'base64'));
  const [anonKey, serviceRoleKey] = await legacyKeys(row, open);
  const keysOf = (type: 'publishable' | 'secret') =>
    Object.fromEntries(row.keys.flatMap((key) => (key.type === type ? [[key.name, open(key.sealed)]] : [])));
  const publishableKeys = keysOf('publishable');
  const secretKeys = keysOf('secret');
  return {
    secrets: Object.fromEntries(row.secrets.map(({ name, sealed }) => [name, open(sealed)])),
    anonKey: anonKey ?? Object.values(publishableKeys)[0] ?? '',
    serviceRoleKey: serviceRoleKey ?? Object.values(secretKeys)[0] ?? '',
    publishableKeys,
    secretKeys,
    databasePassword: row.database_password === null ? null : box.open(row.database_password),
    region: row.region,
  };
}

async function legacyKeys(
  { ref, legacy, legacy_keys_enabled }: Row,
  open: (sealed: string) => string,
): Promise<(string | undefined)[]> {
  if (legacy === null || !legacy_keys_enabled) return [];
  const secret = jwkToSecret(JSON.parse(open(legacy.sealed)) as Jwk & SecretJwk);
  return Promise.all(
    LEGACY_ROLES.map((role) => legacyKey(secret, ref, role, new Date(legacy.issued_at ?? 0))),
  );
}
