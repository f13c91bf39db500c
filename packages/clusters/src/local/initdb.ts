import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ClusterError, type PostgresMajor } from '../driver.ts';
import type { Binaries } from './binaries.ts';
import type { Owner } from './copy-tree.ts';
import { lastWords } from './explain-failure.ts';
import { SERVER_ENVIRONMENT } from './launch-server.ts';

const run = promisify(execFile);

/** The bootstrap superuser of every cluster. Users never get its password, because it has none. */
export const SUPERUSER = 'supabase_admin';

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
  const attempt = (locale: 'C.UTF-8' | 'C') =>
    run(
      binaries.initdb,
      ['-D', dataDirectory, ...INITDB_ARGUMENTS, ...localeArguments(binaries.major, locale)],
      {
        cwd: '/',
        env: SERVER_ENVIRONMENT,
        ...owner,
      },
    );
  try {
    await attempt('C.UTF-8').catch((error: { stderr?: string }) => {
      if (/invalid locale/.test(error.stderr ?? '')) return attempt('C'); // systems without C.UTF-8
      throw error;
    });
  } catch (error) {
    const lines = String((error as { stderr?: string }).stderr ?? error)
      .split('\n')
      .filter(Boolean);
    if (/No space left/.test(lines.join('\n')))
      throw new ClusterError(
        'disk_full',
        `There is no room for a new database in ${dataDirectory}: free some space and try again.`,
      );
    throw new ClusterError(
      'start_failed',
      `initdb could not make a new database. It says: ${lastWords(lines)}`,
      { cause: error },
    );
  }
}
