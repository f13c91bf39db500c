import type { Connection } from '@basalt/contract';

/** Stands where a password belongs that is not shown. */
export const PASSWORD_PLACEHOLDER = '[YOUR-PASSWORD]';

/** Where a database is, and for whom. */
export type Where = Pick<Connection, 'host' | 'port' | 'user' | 'database'>;

/** A connection URI. Without a password the placeholder takes its place, unescaped, so that people see what to fill in. */
export function connectionUri({ host, port, user, database }: Where, password: string | null): string {
  const secret = password === null ? PASSWORD_PLACEHOLDER : uriPart(password);
  return `postgresql://${uriPart(user)}:${secret}@${addressOf({ host, port })}/${uriPart(database)}`;
}

/** A host and its port, as they stand in addresses. */
export function addressOf({ host, port }: Pick<Where, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A part of an address that can stand in single quotes, which a browser would leave as they are. */
export function uriPart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27');
}

/**
 * A psql command. It never holds the password, which would stay in the shell's history and show in the process list:
 * psql asks for it.
 */
export function psqlCommand({ host, port, user, database }: Where): string {
  const word = (value: string) =>
    /^[\w.:@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
  return `psql -h ${word(host)} -p ${port} -U ${word(user)} -d ${word(database)}`;
}

/** What a pooler is that runs beside the server of one project. */
export const OWN_POOLER =
  "PgBouncer beside the database, which answers applications in the database's own Kubernetes cluster.";
