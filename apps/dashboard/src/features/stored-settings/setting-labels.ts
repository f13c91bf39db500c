import type { Project, SettingName } from '@basalt/contract';
import { shortName } from '../../lib/format/short-name.ts';
import { replaceUnseen } from '../../lib/format/unseen-characters.ts';

/** A name or value on one line, with nothing in it that could make it read as another one. */
export function plainText(text: string): string {
  return replaceUnseen(text.replace(/\s+/g, ' '), () => '\ufffd');
}

/** Whose setting it is: “Role postgres”, “Database postgres”, “Role app in database shop”, “All roles”. */
export function ownerLabels({ role, database }: Pick<SettingName, 'role' | 'database'>): string {
  const name = (text: string) => shortName(plainText(text));
  if (role === null) return database === null ? 'All roles' : `Database ${name(database)}`;
  return database === null ? `Role ${name(role)}` : `Role ${name(role)} in database ${name(database)}`;
}

/** Names a setting among all others. */
export function settingKey({ role, database, name }: SettingName): string {
  return JSON.stringify([role, database, name]);
}

/** Why there is no list, as a sentence; null when there can be one. */
export function whyNoSettings({ abilities, status }: Pick<Project, 'abilities' | 'status'>): string | null {
  if (!abilities.run_sql)
    return 'You need additional permissions to see the stored settings of this database.';
  return status === 'INACTIVE' ? 'The project is paused. Restore it to see its stored settings.' : null;
}
