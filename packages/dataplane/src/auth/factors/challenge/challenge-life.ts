import { isIP } from 'node:net';
import type { AuthContext } from '../../auth-context.ts';
import { instant, type TimeText } from '../../store/write-row.ts';

const LIFE_MS = 300_000;

/** When a challenge ends, in milliseconds. */
export function challengeEnd(createdAt: TimeText): number {
  return instant(createdAt) + LIFE_MS;
}

/** The client's address as the database can store it; a request over a unix socket has none. */
export function clientAddress({ ip }: Pick<AuthContext, 'ip'>): string {
  return isIP(ip) ? ip : '0.0.0.0';
}
