import { MAX_SETTING_LENGTH, type StoredSetting } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { SUPERUSER_ROLE } from '../../project-cluster/roles.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { withDatabase } from '../with-database.ts';
import { type FoundSetting, judgeSetting, readSettings } from './read-settings.ts';

/**
 * The stored settings of a project's roles and databases. Read as the superuser, whom none of them reaches, and told to those
 * only who may change them: values can hold secrets.
 */
export async function listSettings(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<StoredSetting[]> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  return presentSettings(await withDatabase(dependencies, project, SUPERUSER_ROLE, readSettings));
}

/** What people stored first, in the order of the catalog otherwise. */
export function presentSettings(found: readonly FoundSetting[]): StoredSetting[] {
  const settings = found.map((setting) => ({
    role: setting.role,
    database: setting.database,
    name: setting.name,
    value: shortened(setting.value),
    ...judgeSetting(setting),
  }));
  const isTheirs = ({ origin }: StoredSetting) => origin !== 'standard';
  return [...settings.filter(isTheirs), ...settings.filter((setting) => !isTheirs(setting))];
}

function shortened(value: string): string {
  if (value.length <= MAX_SETTING_LENGTH) return value;
  return `${value.slice(0, MAX_SETTING_LENGTH - 1).toWellFormed()}…`;
}
