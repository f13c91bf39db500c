import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Version of the data folder's layout. A higher number is a newer Basalt's. */
const FORMAT = 1;

/** Thrown when the data folder cannot be used. The message is one sentence that says what to do. */
export class HomeError extends Error {
  override readonly name = 'HomeError';
}

export interface Home {
  /** Absolute path. */
  path: string;
  logs: string;
}

/** Makes the data folder ready: creates it, and refuses one that a newer Basalt wrote. */
export async function openHome(directory: string): Promise<Home> {
  const home = path.resolve(directory);
  const logs = path.join(home, 'logs');
  try {
    await makeFolder(home);
    await checkFormat(path.join(home, 'format.json'));
    // Logs name people and projects.
    await makeWithParents(logs);
    await chmod(logs, 0o700);
  } catch (error) {
    throw error instanceof HomeError
      ? error
      : new HomeError(explainHomeFailure(home, error as NodeJS.ErrnoException), { cause: error });
  }
  return { path: home, logs };
}

/**
 * Database processes have users of their own: they must get through the folder, and read nothing. A folder that holds
 * something keeps its mode: it is ours already, or somebody pointed BASALT_HOME at a folder of theirs.
 */
async function makeFolder(home: string): Promise<void> {
  if (await makeWithParents(home)) await chmod(home, 0o711);
  else if ((await readdir(home)).length === 0) await chmod(home, (await stat(home)).mode | 0o011);
}

/** False when the folder is there already. Node's own `recursive` never ends below `/proc`. */
async function makeWithParents(folder: string): Promise<boolean> {
  const make = () => mkdir(folder).then(() => true);
  return make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' && (await stat(folder)).isDirectory()) return false;
    if (error.code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    await makeWithParents(path.dirname(folder));
    return make();
  });
}

async function checkFormat(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return writeAtomically(file, `${JSON.stringify({ format: FORMAT })}\n`, 0o644);
  const format = parseFormat(text);
  if (format === null) throw new HomeError(`${file} is damaged. Restore it, or use another BASALT_HOME.`);
  if (format > FORMAT) {
    throw new HomeError(
      `${path.dirname(file)} was written by a newer Basalt (format ${format}, this one knows ${FORMAT}). Start that version, or use another BASALT_HOME.`,
    );
  }
}

function parseFormat(text: string): number | null {
  try {
    const { format } = JSON.parse(text) as { format?: unknown };
    return typeof format === 'number' ? format : null;
  } catch {
    return null;
  }
}

/** Writes a file that is there as a whole or not at all, and outlives a crash of the machine. */
export async function writeAtomically(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, text, { mode, flush: true });
  await rename(draft, file);
}

/** Why the folder cannot be used, as a sentence for people. */
export function explainHomeFailure(home: string, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EACCES':
    case 'ENOENT':
    case 'EPERM':
    case 'EROFS':
      return `The data folder ${home} cannot be written. Give this user the right to, or set BASALT_HOME to another folder.`;
    case 'ENOSPC':
      return `The disk that holds the data folder ${home} is full. Free some space and start again.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${home} is not a folder. Set BASALT_HOME to a folder.`;
    default:
      return `The data folder ${home} cannot be used: ${error.message}.`;
  }
}
