/**
 * What whoever runs Basalt can mend: folders without rights, a full disk, limits of the system, a wrong DATABASE_URL. Each is one
 * sentence that says what is wrong and what to do; a defect is what is left. Imports nothing, so that every process can say it.
 */

/** What clusters say of the machine they are on. Their other errors may be a defect of ours. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  'home_unusable',
  'disk_full',
  'port_in_use',
  'start_failed',
]);

/**
 * What an error says to whoever runs Basalt, if it is his to mend.
 * @returns null for anything else: a defect of ours
 */
export function explainMistake(error: unknown): string | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (isWrittenForOperators(each)) return each.message;
    const sentence = explainSystemError(each);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** They are known by name: their packages are not loaded for this. */
function isWrittenForOperators({ name, code }: NodeJS.ErrnoException): boolean {
  if (name === 'ConfigError' || name === 'HomeError') return true;
  return name === 'ClusterError' && OF_THE_MACHINE.has(code ?? '');
}

function explainSystemError({ code, path, syscall }: NodeJS.ErrnoException): string | null {
  const place = path ?? null;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk${place === null ? '' : ` that holds ${place}`} is full. Free some space and start again.`;
    case 'EMFILE':
    case 'ENFILE':
      return 'The system lets Basalt open no more files. Raise its limit (ulimit -n) and start again.';
    case 'EAGAIN':
    case 'ENOMEM':
      if (syscall?.startsWith('spawn') !== true) return null;
      return 'The system lets Basalt start no more processes. Raise its limits (ulimit -u, memory) and start again.';
    default:
      break;
  }
  return place === null || syscall === 'connect' || syscall === 'listen' ? null : explainPlace(code, place);
}

/** What is wrong with a file or folder. One that is merely not there may be a defect as well. */
function explainPlace(code: string | undefined, place: string): string | null {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${place} is closed to the user who runs Basalt. Give this user the right to read and write it.`;
    case 'EROFS':
      return `${place} is on a file system that can only be read. Make it writable, or set BASALT_HOME to another folder.`;
    case 'EISDIR':
      return `${place} is a folder, and must be a file. Move it away and start again.`;
    case 'ENOTDIR':
      return `${place} cannot be reached, because something above it is no folder. Move that away and start again.`;
    case 'EIO':
      return `${place} cannot be read or written: the disk reports an error. Check the disk.`;
    default:
      return null;
  }
}

const URL_PATTERN = 'postgresql://user:password@host:5432/database';

/**
 * Why the database that DATABASE_URL names cannot be used, as a sentence. It holds a password, so nothing of it is said.
 * @param error as the database driver throws it
 * @returns null when it is not the database's fault
 */
export function explainDatabaseUrl(error: unknown): string | null {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const said = message === '' ? code : message;
  switch (code) {
    case 'ERR_INVALID_URL':
      return `DATABASE_URL cannot be read. It looks like ${URL_PATTERN}, with special characters in percent codes.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host of DATABASE_URL is not known. Correct DATABASE_URL.';
    case '28P01':
    case '28000':
      return `The database of DATABASE_URL refuses to let Basalt in: ${said}. Correct the user and the password in DATABASE_URL.`;
    case '3D000':
      return `The database that DATABASE_URL names is not there: ${said}. Create it, or correct DATABASE_URL.`;
    case '42501':
      return `The user of DATABASE_URL has too few rights: ${said}. Make this user the owner of the database.`;
    case '25006':
      return 'The database of DATABASE_URL can only be read. Set DATABASE_URL to one that can be written.';
    case '53300':
      return 'The database of DATABASE_URL takes no more connections. Raise its max_connections, or end some.';
    case '57P03':
      return 'The database of DATABASE_URL is starting or stopping. Start Basalt when it is ready.';
    default:
      break;
  }
  if (error instanceof URIError) return explainDatabaseUrl({ code: 'ERR_INVALID_URL' });
  // The driver's own words where no server and no system said anything.
  const away =
    /^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE)/.test(code) || /^(timeout expired|Connection terminated)/.test(said);
  if (away || code === 'ENOENT')
    return `The database of DATABASE_URL does not answer (${code === '' ? said : code}). Start it, or correct DATABASE_URL.`;
  if (said.startsWith('SASL')) return 'DATABASE_URL has no password, and its database wants one. Add it.';
  if (said.startsWith('The server does not support SSL'))
    return 'DATABASE_URL asks for SSL, which its database does not have. Take sslmode out of DATABASE_URL.';
  return null;
}
