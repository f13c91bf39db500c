/** Where a database is and who asks. Plain data: it may be stored, but holds a password and must not be logged. */
export interface ConnectionTarget {
  /** A host name, an address, or the absolute path of the directory that holds the server's unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Server settings for the session in the form of libpq's `options`: `-c name=value -c other=value`. */
  readonly options?: string;
  /**
   * A role that logs in instead when all connections of `user` are taken, and becomes `user`: it must be a member of it, and
   * connections be kept for it.
   */
  readonly standIn?: string;
}

/** The same target with one more server setting, which counts more than those of the role and the database. */
export function withSetting(
  target: ConnectionTarget,
  name: string,
  value: string | number,
): ConnectionTarget {
  const setting = `-c ${name}=${String(value).replace(/[\\\s]/g, '\\$&')}`;
  return { ...target, options: target.options ? `${target.options} ${setting}` : setting };
}
