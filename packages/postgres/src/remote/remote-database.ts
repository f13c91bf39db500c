/**
 * A database on a server that somebody else runs, and how it is reached. Plain data; it holds passwords and must not be logged.
 */
export interface RemoteDatabase {
  /** A host name or an address. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Whom its owner gave us: what the platform does there, it does as this role. */
  readonly user: string;
  readonly password: string;
  /** `verify`: the server's certificate must be valid for its name. `encrypt`: any certificate will do. `off`: no TLS. */
  readonly tls: 'verify' | 'encrypt' | 'off';
  /** Certificates (PEM) of those who may have signed the server's; null: the public authorities. */
  readonly certificateAuthority: string | null;
  /** What runs the server for us, in a network of ours; null: somebody else does. */
  readonly keeper: 'kubernetes' | null;
  /** Login roles of our own; null before there are any. */
  readonly logins: RemoteLogins | null;
}

/** For each role that services work as there is one that logs in, named after it and the project, all with one password. */
export interface RemoteLogins {
  readonly prefix: string;
  readonly password: string;
}

/** The name of the role that logs in for a service's role. PostgreSQL cuts names after 63 bytes, so a prefix has at most 32. */
export function loginFor(logins: RemoteLogins, role: string): string {
  return `${logins.prefix}_${role}`;
}
