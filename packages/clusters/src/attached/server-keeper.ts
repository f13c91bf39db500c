import type { ClusterSettings, KeptOrigin, Pool, PostgresMajor } from '../driver.ts';

/** Where the server of a project answers that is kept for us. */
export interface KeptPlace {
  host: string;
  port: number;
  database: string;
  user: string;
}

/** Where applications beside the server of a project reach it by a pooler, which is kept for us too. */
export interface KeptPooler {
  host: string;
  port: number;
}

/** A backup of a server that is kept for us. */
export interface KeptBackup {
  /** What it is known by where it is kept. */
  name: string;
  state: 'running' | 'done' | 'failed';
  /** Why it failed, for people. */
  error: string | null;
  /** It was made by schedule and not because somebody asked. */
  isScheduled: boolean;
  /** Whether a server can be made of it. */
  isRestorable: boolean;
  /** Of the server then; null: it was not said. */
  major: number | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface KeptBackups {
  /** When they are made by themselves, as the keeper reads it; null: there is nowhere to keep any. */
  schedule: string | null;
  /** Newest first. */
  backups: KeptBackup[];
}

/**
 * What runs servers for us elsewhere, one a project: an operator in Kubernetes. Every method may be repeated, and may be cut short by
 * SIGKILL at any point and then repeated.
 * @throws {ClusterError} all of them
 */
export interface ServerKeeper {
  /** Where the server of a project answers, once there is one. */
  place(ref: string): KeptPlace;
  /** Where the pooler of a project answers while its server runs; null: projects have none. */
  pooler(ref: string): KeptPooler | null;
  /** Says what the clients of the pooler share, which counts at once. Nothing where projects have none. */
  setPool(ref: string, pool: Pool): Promise<void>;
  /**
   * Makes a server, and waits until it runs. One that is there is kept, unless the origin says that it is replaced.
   * @param password of the user that {@link place} names
   * @param origin what is in it; left out: nothing
   */
  create(ref: string, major: PostgresMajor, password: string, origin?: KeptOrigin): Promise<void>;
  /** Starts the server, with these settings if it does not run already, and waits until it runs. */
  start(ref: string, settings: ClusterSettings | undefined): Promise<void>;
  /** Stops the server; what it has stays. */
  stop(ref: string): Promise<void>;
  /** Starts a running server again, with these settings. */
  restart(ref: string, settings: ClusterSettings | undefined): Promise<void>;
  /** Deletes a server and everything it has. Cannot be undone. */
  remove(ref: string): Promise<void>;
  /**
   * Upgrades the server to another major version where its data is, and waits until it runs with it. When that is given up the former
   * data starts with its own version again. To the version that it has it ends an attempt that was cut short.
   */
  upgrade(ref: string, major: PostgresMajor): Promise<void>;
  /** The major version of the data; null: there is no server. */
  major(ref: string): Promise<number | null>;
  backups(ref: string): Promise<KeptBackups>;
  /**
   * Makes a backup, and waits for it.
   * @param id what it is known by: a repeated one with the same text is the same backup
   */
  backUp(ref: string, id: string): Promise<void>;
  /** The same, but for the waiting. */
  beginBackUp(ref: string, id: string): Promise<void>;
  exists(ref: string): Promise<boolean>;
  /** Whether the server is still there, untouched, that a replacement known by this is to take the place of. */
  isUnreplaced(ref: string, replaces: string): Promise<boolean>;
  /** Certificates (PEM) of who has signed the server's. They change from time to time. */
  certificateAuthority(ref: string): Promise<string>;
}
