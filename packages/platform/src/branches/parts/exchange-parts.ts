import { MAX_FUNCTION_SECRETS } from '@basalt/contract';
import { configOf } from '../../auth-config/auth-settings.ts';
import { findProblem } from '../../auth-config/rules.ts';
import { checkSchemas, tellDatabase } from '../../data-api/change-data-api.ts';
import { readDatabaseSide } from '../../data-api/database-side.ts';
import { serveDeploymentsIn } from '../../functions/deploy-functions.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Transaction } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow, StoredAuth, StoredDataApi } from '../../kernel/schema.ts';
import { lockProject } from '../../projects/lock-project.ts';
import { pick } from './compare-parts.ts';
import {
  COLUMNS,
  isAuthSecret,
  openAuthSecrets,
  type Parts,
  readParts,
  readSettingsRow,
  SETTING_DEFAULTS,
  type SomeParts,
  settingOf,
} from './parts.ts';

type Exchanging = Pick<Dependencies, 'secrets' | 'functionFiles'>;

/**
 * Makes parts of a project what they are to become, all or none, and answers what they were. Whoever serves the project hears of it by
 * the triggers of these tables.
 * @param by an account
 * @throws PlatformError `conflict` with what does not fit
 */
export async function exchangeParts(
  { secrets: secretBox, functionFiles }: Exchanging,
  transaction: Transaction,
  project: Pick<ProjectRow, 'id' | 'ref'>,
  become: SomeParts,
  by: string | null,
): Promise<SomeParts> {
  await lockProject(transaction, project.id);
  const present = await readParts(transaction, secretBox, project.id);
  const changed = onlyChanged(present, become);
  await exchangeSecrets(transaction, project.id, changed.secrets);
  await exchangeSettings(transaction, secretBox, project.id, changed.settings);
  const gone = changed.functions.flatMap(([slug, is]) => (is === null ? [slug] : []));
  if (gone.length > 0)
    await transaction
      .deleteFrom('functions')
      .where('project_id', '=', project.id)
      .where('slug', 'in', gone)
      .execute();
  const deployments = changed.functions.flatMap(([, is]) => is ?? []);
  if (deployments.length > 0)
    await serveDeploymentsIn(
      transaction,
      functionFiles,
      project,
      by,
      deployments.map(({ import_map, verify_jwt, ...rest }) => ({
        ...rest,
        importMap: import_map,
        verifyJwt: verify_jwt,
      })),
    );
  return pick(present, namesOf(become));
}

export const namesOf = ({ functions, secrets, settings }: SomeParts) => ({
  functions: functions.map(([name]) => name),
  secrets: secrets.map(([name]) => name),
  settings: settings.map(([key]) => key),
});

/** A function that is there already gets no version of its own. */
function onlyChanged(present: Parts, { functions, secrets, settings }: SomeParts): SomeParts {
  return {
    functions: functions.filter(
      ([slug, is]) => JSON.stringify(present.functions.get(slug) ?? null) !== JSON.stringify(is),
    ),
    secrets: secrets.filter(([name, is]) => present.secrets.get(name)?.digest !== is?.digest),
    settings,
  };
}

async function exchangeSecrets(
  transaction: Transaction,
  projectId: number,
  secrets: SomeParts['secrets'],
): Promise<void> {
  for (const [name, is] of secrets) {
    if (is === null) {
      await transaction
        .deleteFrom('function_secrets')
        .where('project_id', '=', projectId)
        .where('name', '=', name)
        .execute();
      continue;
    }
    const row = {
      sealed_value: Buffer.from(is.sealed, 'base64'),
      digest: is.digest,
      updated_at: new Date(),
    };
    await transaction
      .insertInto('function_secrets')
      .values({ project_id: projectId, name, ...row })
      .onConflict((conflict) => conflict.columns(['project_id', 'name']).doUpdateSet(row))
      .execute();
  }
  if (secrets.length === 0) return;
  const { count } = await transaction
    .selectFrom('function_secrets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (count > MAX_FUNCTION_SECRETS)
    throw new PlatformError(
      'conflict',
      `A project can have ${MAX_FUNCTION_SECRETS} secrets. Delete one that is not in use.`,
    );
}

async function exchangeSettings(
  transaction: Transaction,
  secretBox: Exchanging['secrets'],
  projectId: number,
  settings: SomeParts['settings'],
): Promise<void> {
  if (settings.length === 0) return;
  const row = await readSettingsRow(transaction, projectId, true);
  const authSecrets = openAuthSecrets(row, secretBox);
  const stored: Record<string, Record<string, unknown>> = {
    auth: { ...row.auth },
    data_api: { ...row.postgrest },
    storage: { ...row.storage },
    realtime: { ...row.realtime },
  };
  for (const [key, is] of settings) {
    const setting = settingOf(key);
    const target = isAuthSecret(setting) ? authSecrets : (stored[setting.area] ?? {});
    if (is === null) delete target[setting.name as never];
    else target[setting.name as never] = is.value as never;
  }
  const auth = stored.auth as StoredAuth;
  assertFits(configOf(auth, authSecrets));
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).map(([area, column]) => [column, JSON.stringify(stored[area])]),
  );
  await transaction
    .updateTable('project_api_settings')
    .set({
      ...columns,
      auth_secrets:
        Object.keys(authSecrets).length === 0 ? null : secretBox.seal(JSON.stringify(authSecrets)),
    })
    .where('project_id', '=', projectId)
    .execute();
}

function assertFits(config: Parameters<typeof findProblem>[0]): void {
  const problem = findProblem(config);
  if (problem !== null)
    throw new PlatformError(
      'conflict',
      `The settings of auth do not go together: ${problem.field} ${problem.text}. Bring that setting along, or leave the others.`,
      { field: 'settings' },
    );
}

/** Whether the settings could be changed so. @throws PlatformError `conflict` */
export function assertSettingsFit(present: Parts, settings: SomeParts['settings']): void {
  const merged = new Map(present.settings);
  for (const [key, is] of settings) is === null ? merged.delete(key) : merged.set(key, is);
  const auth = [...merged.values()].filter(({ area }) => area === 'auth');
  const of = (isSecret: boolean) =>
    Object.fromEntries(
      auth.filter((each) => each.isSecret === isSecret).map(({ name, value }) => [name, value]),
    );
  assertFits(configOf(of(false) as StoredAuth, of(true)));
}

/**
 * Tells a project's database of settings of the Data API that change, before the platform does: what it has stored itself wins.
 * @param client a superuser's
 * @throws PlatformError `bad_request` for a schema that is not there
 */
export async function tellOfDataApi(
  client: Parameters<typeof readDatabaseSide>[0],
  settings: SomeParts['settings'],
): Promise<void> {
  const changes: StoredDataApi = Object.fromEntries(
    settings
      .map(([key, is]) => ({ ...settingOf(key), is }))
      .filter(({ area }) => area === 'data_api')
      .map(({ name, is }) => [name, is?.value ?? SETTING_DEFAULTS.data_api[name]]),
  );
  if (Object.keys(changes).length === 0) return;
  const { schemas } = await readDatabaseSide(client);
  for (const name of ['db_schema', 'db_extra_search_path'] as const) {
    const list = changes[name];
    if (list !== undefined) checkSchemas(name, list, schemas);
  }
  const { rows } = await client.query<{ name: string }>('select pg_catalog.current_database() as name');
  await tellDatabase(client, rows[0]?.name ?? '', changes);
}
