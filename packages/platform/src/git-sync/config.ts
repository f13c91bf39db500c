import { parse } from 'smol-toml';
import { PlatformError } from '../kernel/platform-error.ts';

type Table = Record<string, unknown>;

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function stringAt(table: Table, name: string): string | null {
  const value = table[name];
  return typeof value === 'string' ? value : null;
}

/**
 * Reads `config.toml`. Text of the environment (`env(NAME)`) stays as it is: a repository gets nothing of ours.
 * @throws PlatformError `bad_request` with the line
 */
export function readConfig(text: string | null) {
  let config: Table = {};
  try {
    if (text !== null) config = parse(text) as Table;
  } catch (error) {
    refuse(`config.toml cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
  return {
    /** Undefined: it is not set. */
    at: (...names: string[]): unknown =>
      names.reduce<unknown>(
        (value, name) => (isTable(value) && Object.hasOwn(value, name) ? value[name] : undefined),
        config,
      ),
    refuse,
  };
}

function refuse(message: string): never {
  throw new PlatformError('bad_request', message);
}
