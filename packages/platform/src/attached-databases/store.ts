import type { RemoteServerInput } from '@basalt/contract';
import type { RemoteDatabase } from '@basalt/postgres';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { AttachedDatabaseRow } from '../kernel/schema.ts';
import type { SecretBox } from '../kernel/secret-box.ts';

/** Finds the databases that are attached to projects. A project's database is attached for good or not at all, which is remembered. */
export function attachedDatabaseFinder(
  db: Database,
  secrets: SecretBox,
): (ref: string) => Promise<RemoteDatabase | null> {
  const ownClusters = new Set<string>();
  return async (ref) => {
    if (ownClusters.has(ref)) return null;
    const row = await db
      .selectFrom('projects')
      .leftJoin('attached_databases', 'attached_databases.project_id', 'projects.id')
      .selectAll('attached_databases')
      .select('projects.attached_version')
      .where('projects.ref', '=', ref)
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.attached_version === null) {
      ownClusters.add(ref);
      return null;
    }
    return toRemote({ ...(row as AttachedDatabaseRow), ref }, secrets);
  };
}

/** What the platform's database says of an attached one, as what takes connections there needs it. */
export function toRemote(
  row: Omit<AttachedDatabaseRow, 'project_id' | 'limits' | 'created_at'> & { ref: string },
  secrets: SecretBox,
): RemoteDatabase {
  return {
    host: row.host,
    port: row.port,
    database: row.database,
    user: row.user_name,
    password: secrets.open(row.sealed_password),
    tls: row.tls,
    certificateAuthority: row.certificate_authority,
    logins: { prefix: loginPrefix(row.ref), password: secrets.open(row.sealed_login_password) },
  };
}

/** What the names of a project's login roles begin with. */
export function loginPrefix(ref: string): string {
  return `basalt_${ref}`;
}

/** A server that somebody names, which is no project's yet. */
export function remoteOf(input: RemoteServerInput): RemoteDatabase {
  const { host, port, database, user, password, tls, certificate_authority } = input;
  return {
    host,
    port,
    database,
    user,
    password,
    tls,
    certificateAuthority: certificate_authority,
    logins: null,
  };
}

/** The columns that say where a database is and who logs in. */
export function serverColumns(input: RemoteServerInput, secrets: SecretBox) {
  const { host, port, database, user, password, tls, certificate_authority } = input;
  return {
    host,
    port,
    database,
    user_name: user,
    sealed_password: secrets.seal(password),
    tls,
    certificate_authority,
  };
}

export async function readAttached(
  db: Database | Transaction,
  projectId: number,
): Promise<AttachedDatabaseRow | null> {
  const row = await db
    .selectFrom('attached_databases')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}
