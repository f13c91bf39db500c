import { execFile } from 'node:child_process';
import { access, lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ClusterError, type PostgresMajor } from '../../driver.ts';
import { runsAsRoot, SERVER_ENVIRONMENT, templateOwner } from '../owners/access.ts';
import { UNDER_A_NAME } from './initdb.ts';

const run = promisify(execFile);

/** A PostgreSQL of the machine, not of ours, that projects of its major version run on. */
export interface Installation {
  major: PostgresMajor;
  /** Where it is, without links. */
  folder: string;
  /** Like "15.18". */
  version: string;
  /** With the words of whoever built it, like "15.18 (Debian 15.18-0+deb12u1)". */
  fullVersion: string;
  /** Where its extensions are described. */
  extensions: string;
}

/** What the content of every project's database is made with. */
const NEEDED_EXTENSIONS = ['pgcrypto', 'uuid-ossp', 'pg_stat_statements', 'plpgsql'];
const PROGRAMS = ['postgres', 'initdb'];
/** Group or others may write. */
const WRITABLE = 0o022;
const STICKY = 0o1000;

/** The variable that names the installation of a major version. */
export function installationVariable(major: PostgresMajor): string {
  return `BASALT_POSTGRES_${major}`;
}

/**
 * Looks whether an installation can be used: it is of this version and whole, everybody can run it, and nobody but root (and us)
 * can exchange it.
 * @throws {ClusterError} home_unusable: a sentence with the variable that names it
 */
export async function openInstallation(major: PostgresMajor, named: string): Promise<Installation> {
  const wrong = (what: string) =>
    new ClusterError('home_unusable', `${installationVariable(major)} names ${named}, ${what}`);
  const folder = await realpath(named).catch(() => null);
  if (folder === null)
    throw wrong(`which is not there: set it to a folder such as /usr/lib/postgresql/${major}.`);
  for (const program of PROGRAMS) {
    const isFile = await stat(join(folder, 'bin', program)).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (!isFile)
      throw wrong(
        `which has no bin/${program}: set it to the folder of a whole server, such as /usr/lib/postgresql/${major}.`,
      );
  }
  const open = await findWritable(folder);
  if (open !== null)
    throw wrong(
      `but others than root can change ${open}: give it to root and take from others the right to write it.`,
    );
  const { fullVersion, share } = await ask(folder).catch((error: unknown) => {
    throw wrong(
      `whose programs the users of databases cannot run: let everybody read and run what is in it. ${lineOf(error)}`,
    );
  });
  const version = /^\d+(?:\.\d+|[a-z]+\d*)/.exec(fullVersion)?.[0] ?? '';
  if (Number.parseInt(version, 10) !== major)
    throw wrong(
      `which is PostgreSQL ${fullVersion}: set it to a PostgreSQL ${major}, or name this one in ${variableOf(version)}.`,
    );
  const extensions = join(share, 'extension');
  const openShare = await findWritable(extensions);
  if (openShare !== null)
    throw wrong(
      `but others than root can change ${openShare}: give it to root and take from others the right to write it.`,
    );
  for (const name of NEEDED_EXTENSIONS) {
    const control = join(extensions, `${name}.control`);
    await access(control).catch(() => {
      throw wrong(
        `which lacks the extension ${name}, that every project has: install the extensions that come with PostgreSQL (package postgresql-contrib).`,
      );
    });
  }
  return { major, folder, version, fullVersion, extensions };
}

/** The program says itself where its files are: packages put them far from it. */
async function ask(folder: string): Promise<{ fullVersion: string; share: string }> {
  const command = [join(folder, 'bin', 'initdb'), '--show', '-D', '/nonexistent'];
  const { stderr, stdout } = await show(command).catch((error: { stderr?: string }) => {
    if (!/could not look up effective user ID/.test(error.stderr ?? '')) throw error;
    return show([...UNDER_A_NAME, ...command]);
  });
  const said = `${stdout}\n${stderr}`;
  const fullVersion = /^VERSION=(.+)$/m.exec(said)?.[1];
  const share = /^share_path=(.+)$/m.exec(said)?.[1];
  if (fullVersion === undefined || share === undefined) throw new Error('initdb says nothing of itself.');
  return { fullVersion, share };
}

function show([program = '', ...args]: string[]) {
  return run(program, args, { cwd: '/', env: SERVER_ENVIRONMENT, timeout: 20_000, ...templateOwner() });
}

/** The first thing on the way to a folder, or in it, that somebody else could exchange; null: there is none. */
async function findWritable(folder: string): Promise<string | null> {
  const places: string[] = [];
  for (let each = folder; ; each = dirname(each)) {
    places.push(each);
    if (dirname(each) === each) break;
  }
  for (const part of ['bin', 'lib']) places.push(join(folder, part), ...(await namesIn(join(folder, part))));
  places.push(...(await namesIn(folder)));
  for (const place of places) {
    const real = await realpath(place).catch(() => null);
    const stats = real === null ? null : await lstat(real).catch(() => null);
    if (stats === null) continue;
    const isOurs = stats.uid === 0 || (!runsAsRoot && stats.uid === process.getuid?.());
    // In a folder with the sticky bit others cannot exchange what is not theirs.
    const isOpen = (stats.mode & WRITABLE) !== 0 && !(stats.isDirectory() && (stats.mode & STICKY) !== 0);
    if (!isOurs || isOpen) return place;
  }
  return null;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}

function variableOf(version: string): string {
  const major = Number.parseInt(version, 10);
  return major >= 15 && major <= 18
    ? `BASALT_POSTGRES_${major}`
    : 'no variable, since Basalt does not run it';
}

function lineOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  const line = (stderr || message || '').trim().split('\n').at(-1) ?? '';
  return `It says: ${line.slice(0, 200)}`;
}
