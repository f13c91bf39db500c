import type { AttachedDatabase, RemoteServerInput, RemoteTls } from '@basalt/contract';

/** What was typed about a server. */
export interface ServerDraft {
  host: string;
  port: string;
  database: string;
  user: string;
  password: string;
  tls: RemoteTls;
  /** PEM; empty: the public authorities. */
  authority: string;
}

export const NO_SERVER: ServerDraft = {
  host: '',
  port: '5432',
  database: 'postgres',
  user: '',
  password: '',
  tls: 'verify',
  authority: '',
};

/** The fields of the contract that a server may be refused for. */
export const SERVER_FIELDS = [
  'host',
  'port',
  'database',
  'user',
  'password',
  'tls',
  'certificate_authority',
] as const;
export type ServerField = (typeof SERVER_FIELDS)[number];

export const TLS_LABELS: Record<RemoteTls, string> = {
  verify: 'Verify the certificate',
  encrypt: 'Encrypt without verifying',
  off: 'No encryption',
};

/** As it is known, without its password, which nobody is told. */
export function draftOf(server: AttachedDatabase): ServerDraft {
  const { host, port, database, user, tls, certificate_authority } = server;
  return {
    host,
    port: String(port),
    database,
    user,
    password: '',
    tls,
    authority: certificate_authority ?? '',
  };
}

/** What is missing or cannot be, under the field it is about. */
export function serverProblems(draft: ServerDraft): Partial<Record<ServerField, string>> {
  const port = Number(draft.port);
  return {
    ...(draft.host.trim() === '' ? { host: 'Enter the host.' } : {}),
    ...(/^\d+$/.test(draft.port.trim()) && port >= 1 && port <= 65_535 ? {} : { port: 'From 1 to 65535.' }),
    ...(draft.database === '' ? { database: 'Enter the database.' } : {}),
    ...(draft.user === '' ? { user: 'Enter the user.' } : {}),
    ...(draft.password === '' ? { password: 'Enter the password.' } : {}),
  };
}

/** What the server is asked with. */
export function serverInput(draft: ServerDraft): RemoteServerInput {
  const { database, user, password, tls, authority } = draft;
  return {
    host: draft.host.trim(),
    port: Number(draft.port),
    database,
    user,
    password,
    tls,
    certificate_authority: tls === 'verify' && authority.trim() !== '' ? authority.trim() : null,
  };
}
