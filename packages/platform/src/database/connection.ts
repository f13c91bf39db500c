import type { Connection } from '@basalt/contract';
import { readAttached } from '../attached-databases/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { keptPoolerOf } from '../projects/keeper-of.ts';
import { isAttached } from '../projects/own-cluster.ts';
import { may } from '../projects/policy.ts';
import type { ProjectAccess } from '../projects/store.ts';

/**
 * How to reach a project's database from outside. The password is only for those who may read it, and nobody's business here where
 * the database is attached.
 */
export async function connectionOf(
  { project, role }: ProjectAccess,
  dependencies: Pick<Dependencies, 'db' | 'keeper' | 'secrets' | 'settings'>,
): Promise<Connection> {
  const { db, secrets, settings } = dependencies;
  const attached = isAttached(project) ? await readAttached(db, project.id) : null;
  if (attached !== null) {
    const { host, port, database, user_name: user } = attached;
    const own = keptPoolerOf(dependencies, project);
    const pooler = {
      host: own?.host ?? settings.pooler.host,
      session: null,
      transaction: own?.port ?? null,
      is_own: own !== null,
    };
    return { host, port, user, database, password: null, pooler };
  }
  return {
    host: settings.databaseHost,
    port: project.port,
    user: OWNER_ROLE,
    database: 'postgres',
    password: may('read_password', role) ? secrets.open(project.database_password) : null,
    pooler: { ...settings.pooler, is_own: false },
  };
}

/** A connection as one string; without a password it has the placeholder that clients know. */
export function connectionString({
  host,
  port,
  user,
  database,
  password,
}: Omit<Connection, 'pooler'>): string {
  const secret = password === null ? '[YOUR-PASSWORD]' : encodeURIComponent(password);
  return `postgresql://${user}:${secret}@${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}
