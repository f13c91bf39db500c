import type { Connection } from '@basalt/contract';
import { readAttached } from '../attached-databases/store.ts';
import type { Database } from '../kernel/open-database.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { isAttached } from '../projects/own-cluster.ts';
import { may } from '../projects/policy.ts';
import type { ProjectAccess } from '../projects/store.ts';

/**
 * How to reach a project's database from outside. The password is only for those who may read it, and nobody's business here where
 * the database is attached.
 */
export async function connectionOf(
  { project, role }: ProjectAccess,
  { db, settings, secrets }: { db: Database; settings: PlatformSettings; secrets: SecretBox },
): Promise<Connection> {
  const attached = isAttached(project) ? await readAttached(db, project.id) : null;
  if (attached !== null) {
    const { host, port, database, user_name: user } = attached;
    const pooler = { ...settings.pooler, session: null, transaction: null };
    return { host, port, user, database, password: null, pooler };
  }
  return {
    host: settings.databaseHost,
    port: project.port,
    user: OWNER_ROLE,
    database: 'postgres',
    password: may('read_password', role) ? secrets.open(project.database_password) : null,
    pooler: settings.pooler,
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
