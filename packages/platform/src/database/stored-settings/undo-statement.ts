import type { SettingName } from '@basalt/contract';
import { quoteIdent } from '@basalt/sql';

/**
 * The statement that takes a stored setting back.
 * @param assigned what to store in its place, as SQL; null to store nothing
 */
export function undoStatement({ role, database, name }: SettingName, assigned: string | null): string {
  const parameter = name.split('.').map(quoteIdent).join('.');
  const change = assigned === null ? `reset ${parameter}` : `set ${parameter} = ${assigned}`;
  return `${targetOf(role, database)} ${change}`;
}

function targetOf(role: string | null, database: string | null): string {
  if (role === null) return database === null ? 'alter role all' : `alter database ${quoteIdent(database)}`;
  const where = database === null ? '' : ` in database ${quoteIdent(database)}`;
  return `alter role ${quoteIdent(role)}${where}`;
}
