import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ClusterError, type PostgresMajor } from '../../driver.ts';
import { type Owner, SERVER_ENVIRONMENT } from '../owners/access.ts';
import { lastWords } from '../server/explain-failure.ts';
import type { Binaries } from './binaries.ts';

const run = promisify(execFile);

/** The bootstrap superuser of every cluster. Users never get its password, because it has none. */
export const SUPERUSER = 'supabase_admin';

/** A user namespace in which we are `nobody`; the files belong to our real user all the same. */
export const UNDER_A_NAME = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];

export const INITDB_ARGUMENTS = [
  '--username',
  SUPERUSER,
  '--auth-local=trust',
  '--auth-host=scram-sha-256',
  '--encoding=UTF8',
  '--data-checksums',
  '--lc-messages=C',
  '--no-sync',
  '--no-instructions',
];

/**
 * From 17 on the collation comes from PostgreSQL itself, so that an update of the C library cannot break indexes. The
 * C library still decides on upper and lower case in text search, hence its locale too.
 */
export function localeArguments(major: PostgresMajor, libcLocale: 'C.UTF-8' | 'C'): string[] {
  const libc = [`--locale=${libcLocale}`];
  return major >= 17
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...libc]
    : ['--locale-provider=libc', ...libc];
}

/**
 * Makes an empty database cluster in an empty folder that the owner owns. Not synced to disk.
 * @throws {ClusterError} start_failed, disk_full
 */
export async function initdb(binaries: Binaries, dataDirectory: string, owner: Owner | null): Promise<void> {
  const command = (locale: 'C.UTF-8' | 'C') => [
    binaries.initdb,
    '-D',
    dataDirectory,
    ...INITDB_ARGUMENTS,
    ...localeArguments(binaries.major, locale),
  ];
  // Working in the folder shows that it is ours to end when its maker was killed.
  let complaint = await execute(command('C.UTF-8'), dataDirectory, owner);
  // Systems without C.UTF-8, and containers that run as a user without a name.
  if (/invalid locale/.test(complaint)) complaint = await execute(command('C'), dataDirectory, owner);
  if (/could not look up effective user ID/.test(complaint))
    complaint = await execute([...UNDER_A_NAME, ...command('C.UTF-8')], dataDirectory, owner);
  if (complaint === '') return;
  if (/No space left/.test(complaint))
    throw new ClusterError(
      'disk_full',
      `There is no room for a new database in ${dataDirectory}: free some space and try again.`,
    );
  const words = lastWords(complaint.split('\n').filter(Boolean));
  throw new ClusterError('start_failed', `initdb could not make a new database. It says: ${words}`);
}

/** What the program complained about before it failed; empty if it did not fail. */
async function execute([program = '', ...args]: string[], cwd: string, owner: Owner | null): Promise<string> {
  try {
    await run(program, args, { cwd, env: SERVER_ENVIRONMENT, ...owner });
    return '';
  } catch (error) {
    return (error as { stderr?: string }).stderr || String(error);
  }
}
