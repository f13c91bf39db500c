import type { Connection } from '@basalt/contract';
import type { Persisted } from '../../lib/persisted.ts';

/** Stands where a password belongs that is not shown. */
export const PASSWORD_PLACEHOLDER = '[YOUR-PASSWORD]';

type Where = Pick<Connection, 'host' | 'port' | 'user' | 'database'>;

/** A connection URI. Without a password the placeholder takes its place, unescaped, so that people see what to fill in. */
export function connectionUri({ host, port, user, database }: Where, password: string | null): string {
  const secret = password === null ? PASSWORD_PLACEHOLDER : encodeURIComponent(password);
  const address = host.includes(':') ? `[${host}]` : host;
  return `postgresql://${encodeURIComponent(user)}:${secret}@${address}:${port}/${encodeURIComponent(database)}`;
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

const CONNECT_FORMS = ['uri', 'psql', 'parameters'] as const;
export type ConnectForm = (typeof CONNECT_FORMS)[number];

/** The form of the database address that was looked at last. */
export const connectForm: Persisted<ConnectForm> = {
  topic: 'connect-form',
  fallback: 'uri',
  parse: (stored) => CONNECT_FORMS.find((form) => form === stored) ?? null,
};
