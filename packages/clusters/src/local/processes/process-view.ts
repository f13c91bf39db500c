import { ROLES_OF_SERVICES } from '../../roles-of-services.ts';

/**
 * Says whether a process title of PostgreSQL ("postgres: <cluster>: <user> <database> <client> <activity>") belongs to a
 * client's session. Background processes have no client, and replication senders are not sessions of a database.
 */
export function countsAsBackend(title: string): boolean {
  if (!/ (\[local\]|[0-9a-f.:%a-z-]+\(\d+\)) /i.test(`${title} `.replaceAll('\0', ' '))) return false;
  return !/^postgres: (\S+: )?walsender /.test(title);
}

/** Whether a process, by its title, only brings to disk what others have changed and written down in the log. */
export function onlyFlushes(title: string): boolean {
  return /^postgres: (\S+: )?(checkpointer|background writer) *\0*$/.test(title);
}

const OF_PLATFORM = new RegExp(`^postgres: \\S+: (${['supabase_admin', ...ROLES_OF_SERVICES].join('|')}) `);

/** Whether a client's session, by its title, is one that neither the platform nor a service has opened. */
export function isOwnBackend(title: string): boolean {
  return countsAsBackend(title) && !OF_PLATFORM.test(title);
}

/** What a postmaster and all its children use together. Null: this system does not tell. */
export interface TreeUsage {
  cpuSeconds: number;
  pssBytes: number | null;
  readBytes: number | null;
  writtenBytes: number | null;
  /** Without what is only brought to disk after it was written down in the log. */
  changedBytes: number | null;
  /** Processes that serve a client connection. */
  backends: number;
  /** Those of them that neither the platform nor a service has opened. */
  ownBackends: number;
}

export interface Processes {
  /** Is this pid a living server of the data directory? Guards every signal: pid files outlive processes. */
  serves(pid: number, dataDirectory: string): Promise<boolean>;
  /** Tells a process from a later one with the same pid; null: there is none, or it is over but for being buried. */
  identity(pid: number): Promise<string | null>;
  /** @param memory false: not asked for, because it is the dearest to find out */
  usage(postmaster: number, memory: boolean): Promise<TreeUsage>;
  /** Processes that still work inside a folder, for instance orphans of a killed server. */
  inside(folder: string): Promise<number[]>;
}
