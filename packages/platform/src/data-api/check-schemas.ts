import { PlatformError } from '../kernel/platform-error.ts';
import { splitNames } from './settings.ts';

/**
 * A list of schemas as it is stored: each once, in the order given.
 * @param field the setting, for the sentence
 * @throws PlatformError `bad_request` when one of them does not exist or must not be exposed
 */
export function checkSchemas(field: string, list: string, existing: readonly string[]): string {
  const names = splitNames(list);
  const unknown = names.find((name) => !existing.includes(name));
  if (unknown !== undefined)
    throw new PlatformError(
      'bad_request',
      `${field}: There is no schema ${JSON.stringify(unknown)} that the Data API could use. Create it first, or take it off the list.`,
      { field },
    );
  return names.join(',');
}
