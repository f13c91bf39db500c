import type { KeptPlace, LearnedFacts } from '@basalt/clusters';
import type { RemoteServerInput } from '@basalt/contract';
import type { RemoteDatabase } from '@basalt/postgres';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { AttachedDatabaseRow, ProjectRow } from '../kernel/schema.ts';
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
      .select(['projects.attached_version', 'projects.server_keeper'])
      .where('projects.ref', '=', ref)
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.attached_version === null) {
      ownClusters.add(ref);
      return null;
    }
    const { server_keeper } = row;
    return toRemote({ ...(row as AttachedDatabaseRow), ref, server_keeper }, secrets);
  };
}

/** What the platform's database says of an attached one, as what takes connections there needs it. */
export function toRemote(
  row: Omit<AttachedDatabaseRow, 'project_id' | 'limits' | 'created_at'> &
    Pick<ProjectRow, 'ref' | 'server_keeper'>,
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
    keeper: row.server_keeper,
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
    keeper: null,
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

/** Writes down where the server of a new project will be that is kept for us. Who signs its certificate is learned when it is made. */
export async function insertKept(
  transaction: Transaction,
  projectId: number,
  { host, port, database, user }: KeptPlace,
  { password, loginPassword }: { password: string; loginPassword: string },
  secrets: SecretBox,
): Promise<void> {
  await transaction
    .insertInto('attached_databases')
    .values({
      project_id: projectId,
      ...serverColumns(
        { host, port, database, user, password, tls: 'verify', certificate_authority: null },
        secrets,
      ),
      sealed_login_password: secrets.seal(loginPassword),
      limits: [],
    })
    .execute();
}

/** Writes down what was learned of a database. */
export async function learnAttached(
  db: Database,
  ref: string,
  { certificateAuthority, version, limits }: LearnedFacts,
): Promise<void> {
  const facts = {
    ...(certificateAuthority === undefined ? {} : { certificate_authority: certificateAuthority }),
    ...(limits === undefined ? {} : { limits }),
  };
  if (Object.keys(facts).length > 0)
    await db
      .updateTable('attached_databases')
      .set(facts)
      .where('project_id', '=', (query) => query.selectFrom('projects').select('id').where('ref', '=', ref))
      .execute();
  if (version !== undefined)
    await db.updateTable('projects').set({ attached_version: version }).where('ref', '=', ref).execute();
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
