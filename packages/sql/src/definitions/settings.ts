import { quoteIdent, quoteIdentAlways, quoteLiteral } from '../text/identifiers.ts';
import { DefinitionError } from './sql-part.ts';

/** Settings whose value is a list of names, as the catalog writes it: `public, "My schema"`. */
const LISTS: ReadonlySet<string> = new Set([
  'search_path',
  'temp_tablespaces',
  'local_preload_libraries',
  'session_preload_libraries',
]);

const NAME = /^[a-z_][a-z0-9_$]*(\.[a-z_][a-z0-9_$]*)?$/i;
const LIST_ITEM = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(?:,|$)/y;

/** `name to value`, as SET and ALTER … SET want it. Throws DefinitionError for what is no name of a setting. */
export function settingValue(name: string, value: string): string {
  if (!NAME.test(name))
    throw new DefinitionError('config', `${JSON.stringify(name)} is not the name of a setting.`);
  const setting = name
    .split('.')
    .map((part) => quoteIdent(part))
    .join('.');
  return `${setting} to ${LISTS.has(name.toLowerCase()) ? listValue(name, value) : quoteLiteral(value)}`;
}

function listValue(name: string, value: string): string {
  const items: string[] = [];
  LIST_ITEM.lastIndex = 0;
  while (LIST_ITEM.lastIndex < value.length) {
    const found = LIST_ITEM.exec(value);
    if (found === null)
      throw new DefinitionError(
        'config',
        `The value of ${name} is not a list of names with commas between them.`,
      );
    const item = found[1]?.replaceAll('""', '"') ?? (found[2] ?? '').trim();
    items.push(item);
  }
  const names = items.filter((item) => item !== '');
  // A list that is empty has one empty name in it.
  return names.length === 0 ? "''" : names.map((item) => quoteIdentAlways(item)).join(', ');
}
