import { createHash } from 'node:crypto';
import { DATA_API_DEFAULTS, type SettingArea } from '@basalt/contract';
import { AUTH_SECRETS, type AuthSecret } from '@basalt/contract/auth-config-fields';
import { type AuthSecrets, configOf } from '../../auth-config/auth-settings.ts';
import type { Database } from '../../kernel/open-database.ts';
import type { BranchPrints } from '../../kernel/schema.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { presentRealtimeConfig } from '../../realtime-config/realtime-settings.ts';
import { storageSettingsOf } from '../../storage-config/storage-settings.ts';

/** A function as it is served. */
interface ServedFunction {
  slug: string;
  name: string;
  digest: string;
  entrypoint: string;
  import_map: string | null;
  verify_jwt: boolean;
}

/** A secret of functions as it is kept. */
interface KeptSecret {
  digest: string;
  /** Base64. */
  sealed: string;
}

/** A setting of a project's services. */
export interface Setting {
  area: SettingArea;
  name: string;
  value: unknown;
  isSecret: boolean;
}

/** What a project has beside its database. Settings that are what a new project has are not there. */
export interface Parts {
  /** By slug. */
  functions: ReadonlyMap<string, ServedFunction>;
  /** By name. */
  secrets: ReadonlyMap<string, KeptSecret>;
  /** By {@link settingKey}. */
  settings: ReadonlyMap<string, Setting>;
}

export type PartKind = keyof Parts;
export const PART_KINDS = ['functions', 'secrets', 'settings'] as const satisfies PartKind[];

/** What some parts are, or are to become; null: they are not there. As JSON it is sealed, because it holds secrets. */
export interface SomeParts {
  functions: [slug: string, is: ServedFunction | null][];
  secrets: [name: string, is: KeptSecret | null][];
  settings: [key: string, is: Setting | null][];
}

export type Prints = BranchPrints;

export const settingKey = ({ area, name }: Pick<Setting, 'area' | 'name'>) => `${area}.${name}`;

/** Of a setting's key, as {@link settingKey} makes it. */
export function settingOf(key: string): Pick<Setting, 'area' | 'name' | 'isSecret'> {
  const [area, name] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)];
  return {
    area: area as SettingArea,
    name,
    isSecret: area === 'auth' && (AUTH_SECRETS as readonly string[]).includes(name),
  };
}

/** Of buckets, which are rows, or of a moment: of no use to another project. */
const NOT_COMPARED = ['storage.bucketQuotas', 'realtime.sockets_ended_at'];

const { bucketQuotas: _, ...STORAGE_DEFAULTS } = storageSettingsOf({});
/** What a new project has. */
export const SETTING_DEFAULTS: Record<SettingArea, Readonly<Record<string, unknown>>> = {
  auth: { ...configOf({}, {}) },
  data_api: { ...DATA_API_DEFAULTS },
  storage: STORAGE_DEFAULTS,
  realtime: { ...presentRealtimeConfig({}) },
};

/** The columns that settings are kept in. */
export const COLUMNS = {
  auth: 'auth',
  data_api: 'postgrest',
  storage: 'storage',
  realtime: 'realtime',
} as const satisfies Record<SettingArea, string>;

/** Everything that a project has beside its database, as it is now. */
export async function readParts(db: Database, secretBox: SecretBox, projectId: number): Promise<Parts> {
  const [functions, secrets, row] = await Promise.all([
    db
      .selectFrom('functions')
      .select(['slug', 'name', 'digest', 'entrypoint', 'import_map', 'verify_jwt'])
      .where('project_id', '=', projectId)
      .orderBy('slug')
      .execute(),
    db
      .selectFrom('function_secrets')
      .select(['name', 'digest', 'sealed_value'])
      .where('project_id', '=', projectId)
      .orderBy('name')
      .execute(),
    readSettingsRow(db, projectId),
  ]);
  return {
    functions: new Map(functions.map((each) => [each.slug, each])),
    secrets: new Map(
      secrets.map(({ name, digest, sealed_value }) => [
        name,
        { digest, sealed: sealed_value.toString('base64') },
      ]),
    ),
    settings: new Map(settingsIn(row, secretBox).map((setting) => [settingKey(setting), setting])),
  };
}

type SettingsRow = Awaited<ReturnType<typeof readSettingsRow>>;

/** @param locks until the end of the transaction: something is about to change */
export function readSettingsRow(db: Database, projectId: number, locks = false) {
  return db
    .selectFrom('project_api_settings')
    .select(['auth', 'auth_secrets', 'postgrest', 'storage', 'realtime'])
    .where('project_id', '=', projectId)
    .$if(locks, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

export function openAuthSecrets({ auth_secrets }: Pick<SettingsRow, 'auth_secrets'>, secretBox: SecretBox) {
  return auth_secrets === null ? {} : (JSON.parse(secretBox.open(auth_secrets)) as AuthSecrets);
}

function settingsIn(row: SettingsRow, secretBox: SecretBox): Setting[] {
  const plain = (Object.keys(COLUMNS) as SettingArea[]).flatMap((area) =>
    Object.entries(row[COLUMNS[area]]).map(([name, value]) => ({ area, name, value, isSecret: false })),
  );
  const secrets = Object.entries(openAuthSecrets(row, secretBox)).map(([name, value]) => ({
    area: 'auth' as const,
    name,
    value,
    isSecret: true,
  }));
  return [...plain, ...secrets]
    .filter(
      (setting) =>
        !NOT_COMPARED.includes(settingKey(setting)) &&
        JSON.stringify(setting.value) !== JSON.stringify(SETTING_DEFAULTS[setting.area][setting.name]),
    )
    .toSorted((a, b) => (settingKey(a) < settingKey(b) ? -1 : 1));
}

export const isAuthSecret = (
  setting: Pick<Setting, 'name' | 'isSecret'>,
): setting is { name: AuthSecret; isSecret: true } => setting.isSecret;

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A name says nothing of what a function does, so a changed one is no other function. */
const functionPrint = ({ digest, entrypoint, import_map, verify_jwt }: ServedFunction) =>
  digestOf(JSON.stringify([digest, entrypoint, import_map, verify_jwt]));

/** Of what a part is; undefined: it is not there. */
export const PRINT = {
  functions: (is: ServedFunction | null | undefined) => (is ? functionPrint(is) : undefined),
  secrets: (is: KeptSecret | null | undefined) => is?.digest,
  settings: (is: Setting | null | undefined) => (is ? digestOf(JSON.stringify(is.value)) : undefined),
} as const;

export function printsOf(parts: Parts): Prints {
  const of = <K extends PartKind>(kind: K) =>
    Object.fromEntries([...parts[kind]].map(([name, is]) => [name, PRINT[kind](is as never) ?? '']));
  return { functions: of('functions'), secrets: of('secrets'), settings: of('settings') };
}
