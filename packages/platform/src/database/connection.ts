import type { Connection } from '@basalt/contract';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { may } from '../projects/policy.ts';
import type { ProjectAccess } from '../projects/store.ts';

/** How to reach a project's database from outside. The password is only for those who may read it. */
export function connectionOf(
  { project, role }: ProjectAccess,
  { settings, secrets }: { settings: PlatformSettings; secrets: SecretBox },
): Connection {
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
