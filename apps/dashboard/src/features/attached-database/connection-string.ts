import type { RemoteTls } from '@basalt/contract';

/** What a connection string says of a server. What it does not say is left out. */
export interface ServerParts {
  host: string;
  port?: string;
  database?: string;
  user?: string;
  password?: string;
  tls?: RemoteTls;
}

/** `sslmode` as libpq has it, in words of ours. */
const TLS_OF_MODE: Readonly<Record<string, RemoteTls>> = {
  'verify-full': 'verify',
  'verify-ca': 'verify',
  require: 'encrypt',
  prefer: 'encrypt',
  allow: 'encrypt',
  disable: 'off',
};

// A password may have an @ in it that nobody has encoded: the last one before the parameters ends it.
const FORM =
  /^(?:jdbc:)?postgres(?:ql)?:\/\/(?:(?<who>[^?]*)@)?(?<host>\[[^\]]+\]|[^:/?#@,[\]\s]+)(?::(?<port>\d{1,5}))?(?:\/(?<database>[^/?#]*))?(?:\?(?<rest>\S*))?$/;

/**
 * Reads a connection string of one PostgreSQL server, such as `postgres://user:pass@host:5432/db?sslmode=require`.
 * @returns null when it is none
 */
export function readConnectionString(text: string): ServerParts | null {
  const found = FORM.exec(text.trim())?.groups;
  if (found === undefined) return null;
  const rest = new URLSearchParams(found.rest ?? '');
  const who = found.who ?? '';
  const colon = who.indexOf(':');
  const user = plain(colon === -1 ? who : who.slice(0, colon)) || rest.get('user');
  const password = (colon === -1 ? '' : plain(who.slice(colon + 1))) || rest.get('password');
  const database = plain(found.database ?? '');
  const tls = TLS_OF_MODE[rest.get('sslmode') ?? ''];
  return {
    host: plain((found.host ?? '').replace(/^\[|\]$/g, '')),
    ...(found.port === undefined ? {} : { port: found.port }),
    ...(database === '' ? {} : { database }),
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(tls === undefined ? {} : { tls }),
  };
}

/** A part of an address as it was meant. A lone % is one. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
