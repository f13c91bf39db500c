import type { Connection } from '@basalt/contract';
import { OWN_POOLER, type Where } from '../../lib/connection-strings.ts';

/** How a client comes to the database: straight to it, or through the pooler that all projects share. */
export type Way = 'direct' | 'session' | 'transaction';

interface WayText {
  label: string;
  /** For whom it is. */
  text: string;
}

export const WAYS: Record<Way, WayText> = {
  direct: {
    label: 'Direct connection',
    text: 'For servers that keep their connections. Each client takes one of the database.',
  },
  session: {
    label: 'Session pooler',
    text: 'One address for all projects. Each client takes a connection of the database while it stays.',
  },
  transaction: {
    label: 'Transaction pooler',
    text: 'For many clients that ask seldom, such as serverless functions: they share connections, a transaction each. Settings, LISTEN and temporary tables do not outlast it.',
  },
};

/** For whom a way is, and where from it can be gone. */
export function wayText(way: Way, { pooler }: Connection): string {
  const { text } = WAYS[way];
  return way === 'transaction' && pooler.is_own ? `${text} It is ${OWN_POOLER}` : text;
}

/** The ways that are open here. */
export function waysOf({ pooler }: Connection): readonly Way[] {
  return (['direct', 'session', 'transaction'] as const).filter(
    (way) => way === 'direct' || pooler[way] !== null,
  );
}

/** Where a client goes that comes this way. A way that is not open leads straight to the database. */
export function whereBy(way: Way, ref: string, { host, port, user, database, pooler }: Connection): Where {
  const pooled = way === 'direct' ? null : pooler[way];
  return pooled === null
    ? { host, port, user, database }
    : { host: pooler.host, port: pooled, user: pooler.is_own ? user : `${user}.${ref}`, database };
}
