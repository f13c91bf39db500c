import type { SettingName, StoredSetting } from '@basalt/contract';
import type { withClient } from '@basalt/postgres';
import { quoteIdent } from '@basalt/sql';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { SUPERUSER_ROLE } from '../../project-cluster/roles.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { withDatabase } from '../with-database.ts';
import { presentSettings } from './list-settings.ts';
import { type FoundSetting, judgeSetting, readSettings } from './read-settings.ts';

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** Somebody who changes the same role in an open transaction is not waited for without end. */
const LOCK_TIMEOUT = '5s';

/**
 * Takes stored settings back, all of them or none. The session is the superuser's, because no stored setting keeps it from
 * starting; each change is made with the rights of a role that the project's people can become, so that nobody gets more done
 * here than with SQL.
 * @throws PlatformError `forbidden` for a setting that is not theirs, `not_found` when none of them is there
 */
export async function resetSettings(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  wanted: readonly SettingName[],
): Promise<StoredSetting[]> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  const left = await withDatabase(dependencies, project, SUPERUSER_ROLE, (client) =>
    takeBack(client, wanted),
  );
  return presentSettings(left);
}

/**
 * The same on a connection.
 * @param client a superuser's, outside of a transaction
 * @returns what is left
 */
export async function takeBack(client: Client, wanted: readonly SettingName[]): Promise<FoundSetting[]> {
  const statements = statementsFor(await readSettings(client), wanted);
  const script = ['begin', `set local lock_timeout = '${LOCK_TIMEOUT}'`, ...statements, 'commit'];
  await client.query(script.join(';\n'));
  return readSettings(client);
}

/** Built from what the catalog holds; what was sent only says which of it. */
function statementsFor(found: readonly FoundSetting[], wanted: readonly SettingName[]): string[] {
  const chosen = found.filter((setting) => wanted.some((name) => isSame(setting, name)));
  if (chosen.length === 0)
    throw new PlatformError('not_found', 'This setting is not stored any more. Load the list again.');
  return chosen.flatMap((setting) => {
    const { origin, undo } = judgeSetting(setting);
    if (origin === 'standard') return [];
    if (undo === null || setting.actor === null)
      throw new PlatformError(
        'forbidden',
        `The setting ${setting.name} is not one that this project can change.`,
      );
    return [`set local role ${quoteIdent(setting.actor)}`, undo];
  });
}

function isSame(one: SettingName, other: SettingName): boolean {
  return one.role === other.role && one.database === other.database && one.name === other.name;
}
