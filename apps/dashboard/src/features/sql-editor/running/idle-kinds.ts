import type { IdleConnection } from '@basalt/contract';

/** Idle connections that one client program has opened in one way. */
export interface IdleKind {
  /** Tells kinds apart. */
  key: string;
  user: string;
  database: string;
  application: string;
  client: string | null;
  /** The longest idle first. */
  connections: IdleConnection[];
}

/** Sorts idle connections by what they have in common, the kind with most of them first. */
export function kindsOf(idle: readonly IdleConnection[]): IdleKind[] {
  const kinds = new Map<string, IdleKind>();
  for (const connection of idle) {
    const { user, database, application, client } = connection;
    const key = JSON.stringify([user, database, application, client]);
    const kind = kinds.get(key) ?? { key, user, database, application, client, connections: [] };
    kind.connections.push(connection);
    kinds.set(key, kind);
  }
  return [...kinds.values()].sort((a, b) => b.connections.length - a.connections.length);
}

/** Where connections of a kind come from, as the end of a sentence: `psql at 127.0.0.1`. */
export function originOf({ application, client }: Pick<IdleKind, 'application' | 'client'>): string {
  const program = application === '' ? 'a client without a name' : application;
  return client === null ? program : `${program} at ${client}`;
}
