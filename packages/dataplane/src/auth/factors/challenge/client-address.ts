import { isIP } from 'node:net';
import type { AuthContext } from '../../auth-context.ts';

/** The client's address as the database can store it; a request over a unix socket has none. */
export function clientAddress({ ip }: Pick<AuthContext, 'ip'>): string {
  return isIP(ip) ? ip : '0.0.0.0';
}
