import type { AttachedDatabase, Connection, Project } from '@basalt/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { orpc } from './client.ts';

/** How to reach a project's database. That of an attached one is its own server's, whose password nobody is told. */
export function useConnection({ ref, is_attached: isAttached }: Project): UseQueryResult<Connection> {
  const own = useQuery(orpc.projects.connection.queryOptions({ input: { ref }, enabled: !isAttached }));
  const attached = useQuery(
    orpc.attachedDatabases.get.queryOptions({ input: { ref }, enabled: isAttached, select: toConnection }),
  );
  return isAttached ? attached : own;
}

function toConnection({ host, port, user, database, pooler: own }: AttachedDatabase): Connection {
  const pooler = {
    host: own?.host ?? host,
    session: null,
    transaction: own?.port ?? null,
    is_own: own !== null,
  };
  return { host, port, user, database, password: null, pooler };
}

/** Why nobody is shown the password. */
export function whyNoPassword({ is_attached: isAttached, kept_by: keptBy }: Project): string {
  if (keptBy !== null) return 'The password is the one that the project was created with.';
  return isAttached
    ? 'The password is the one of its own server, which Basalt does not show.'
    : 'You need additional permissions to read the password.';
}
