import { connectionUri } from '../../../lib/connection-strings.ts';
import type { Step, Target } from './guide.ts';

const PLAIN = /^[\w.:/@%+,-]+$/;

/** Lines that shells and what reads `.env` files take for the same values. */
export function envFile(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${envValue(value)}`)
    .join('\n');
}

/** Nothing means anything in single quotes. Addresses and keys have none in them; of what has, others put it in double quotes. */
function envValue(value: string): string {
  if (PLAIN.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

/** The file that keeps the address out of the code. */
export function databaseEnv({ database, password }: Pick<Target, 'database' | 'password'>): Step {
  return {
    title: '.env',
    text: 'For servers alone: the role postgres owns the tables, and policies do not hold it back.',
    code: envFile({ DATABASE_URL: connectionUri(database, password) }),
  };
}
