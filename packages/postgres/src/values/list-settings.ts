import { quoteIdent, quoteLiteral } from '@basalt/sql';

/** Their values are stored as lists of quoted names, and must be given as lists. */
const LISTS = new Set([
  'search_path',
  'temp_tablespaces',
  'local_preload_libraries',
  'session_preload_libraries',
  'shared_preload_libraries',
  'unix_socket_directories',
]);

export const isListSetting = (name: string) => LISTS.has(name.toLowerCase());

/** `"$user", public` → `'$user', 'public'`. */
export function listValue(stored: string): string {
  const items = [...stored.matchAll(/"((?:[^"]|"")*)"|[^\s,"]+/g)];
  return items
    .map(([item, quoted]) => quoteLiteral(quoted === undefined ? item : quoted.replaceAll('""', '"')))
    .join(', ');
}

/** `search_path TO 'a', 'b'`, from the stored form; null for another kind of setting, or an empty list, which cannot be written down. */
export function listAssignment(name: string, stored: string): string | null {
  if (!isListSetting(name) || stored.trim() === '') return null;
  return `${quoteIdent(name)} TO ${listValue(stored)}`;
}
