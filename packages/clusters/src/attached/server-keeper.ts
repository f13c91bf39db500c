import type { ClusterSettings, PostgresMajor } from '../driver.ts';

/** Where the server of a project answers that is kept for us. */
export interface KeptPlace {
  host: string;
  port: number;
  database: string;
  user: string;
}

/**
 * What runs servers for us elsewhere, one a project: an operator in Kubernetes. Every method may be repeated, and may be cut short by
 * SIGKILL at any point and then repeated.
 * @throws {ClusterError} all of them
 */
export interface ServerKeeper {
  /** Where the server of a project answers, once there is one. */
  place(ref: string): KeptPlace;
  /** Makes a server, and waits until it runs. One that is there is kept. @param password of the user that {@link place} names */
  create(ref: string, major: PostgresMajor, password: string): Promise<void>;
  /** Starts the server, with these settings if it does not run already, and waits until it runs. */
  start(ref: string, settings: ClusterSettings | undefined): Promise<void>;
  /** Stops the server; what it has stays. */
  stop(ref: string): Promise<void>;
  /** Starts a running server again, with these settings. */
  restart(ref: string, settings: ClusterSettings | undefined): Promise<void>;
  /** Deletes a server and everything it has. Cannot be undone. */
  remove(ref: string): Promise<void>;
  exists(ref: string): Promise<boolean>;
  /** Certificates (PEM) of who has signed the server's. They change from time to time. */
  certificateAuthority(ref: string): Promise<string>;
}
