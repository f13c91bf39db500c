import { type GitConnection, type GitState, readGitAddress } from '@basalt/contract';
import type { Selectable } from 'kysely';
import { GitError } from '../git/git-error.ts';
import { openRepository, type Repository } from '../git/open-repository.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { DB } from '../kernel/tables.generated.ts';

export type ConnectionRow = Selectable<DB['git_connections']>;

/** A connection as it is told, with whom and what it belongs to. */
type PresentedRow = ConnectionRow & { email: string | null; ref: string; project_name: string };

function connections(db: Database) {
  return db
    .selectFrom('git_connections')
    .innerJoin('projects', 'projects.id', 'git_connections.project_id')
    .leftJoin('accounts', 'accounts.id', 'git_connections.account_id')
    .selectAll('git_connections')
    .select(['accounts.email', 'projects.ref', 'projects.name as project_name']);
}

/** Undefined: the project is not connected. */
export function findConnection(db: Database, projectId: number): Promise<PresentedRow | undefined> {
  return connections(db).where('git_connections.project_id', '=', projectId).executeTakeFirst();
}

/** Those of an organization's projects, by the name of the project. */
export function listConnections(
  db: Database,
  organizationId: number,
  projectIds: readonly number[],
): Promise<PresentedRow[]> {
  return connections(db)
    .where('projects.organization_id', '=', organizationId)
    .where('projects.removed_at', 'is', null)
    .where('projects.id', 'in', [0, ...projectIds])
    .orderBy('projects.name')
    .orderBy('projects.id')
    .execute();
}

/** @throws PlatformError `not_found` */
export async function getConnection(db: Database, id: number): Promise<PresentedRow> {
  const row = await connections(db).where('git_connections.id', '=', id).executeTakeFirst();
  if (row === undefined) throw noConnection();
  return row;
}

export function noConnection(): PlatformError {
  return new PlatformError('not_found', 'There is no such connection to a repository.');
}

/** `owner/repo` */
export function repositoryName({ address }: Pick<ConnectionRow, 'address'>): string {
  const read = readGitAddress(address);
  return typeof read === 'string' ? address : read.name;
}

export function presentConnection(row: PresentedRow): GitConnection {
  const address = readGitAddress(row.address);
  return {
    id: row.id,
    user:
      row.account_id === null || row.email === null
        ? null
        : { id: row.account_id, primary_email: row.email, username: row.email.split('@')[0] ?? '' },
    repository: { id: row.id, name: repositoryName(row) },
    project: { ref: row.ref, name: row.project_name },
    inserted_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    address: row.address,
    kind: typeof address === 'string' ? 'http' : address.kind,
    username: row.username,
    has_secret: row.sealed_secret !== null,
    host_key: row.host_key,
    folder: row.folder,
    production_branch: row.production_branch,
    follows: row.follows,
    state: row.state as GitState,
    state_reason: row.state_reason,
    checked_at: row.checked_at?.toISOString() ?? null,
  };
}

/** @throws GitError */
function repositoryOf(
  { outgoing, secrets, settings }: Pick<Dependencies, 'outgoing' | 'secrets' | 'settings'>,
  { address, username, sealed_secret, host_key }: ConnectionRow,
): Repository {
  const secret = sealed_secret === null ? null : secrets.open(sealed_secret);
  return openRepository(
    { address, username, secret, hostKey: host_key },
    { outgoing, localFolder: settings.gitRepositories },
  );
}

/**
 * Asks a connection's repository, and keeps how it was found.
 * @throws GitError and what `ask` throws
 */
export async function askRepository<T>(
  dependencies: Pick<Dependencies, 'db' | 'outgoing' | 'secrets' | 'settings'>,
  row: ConnectionRow,
  ask: (repository: Repository) => Promise<T>,
): Promise<T> {
  try {
    const answer = await ask(repositoryOf(dependencies, row));
    await keepState(dependencies.db, row, 'ok', null);
    return answer;
  } catch (error) {
    if (error instanceof GitError) await keepState(dependencies.db, row, error.problem, error.message);
    throw error;
  }
}

/** Not of one that has been changed meanwhile. */
async function keepState(
  db: Database,
  { id, updated_at }: ConnectionRow,
  state: GitState,
  state_reason: string | null,
): Promise<void> {
  await db
    .updateTable('git_connections')
    .set({ state, state_reason, checked_at: new Date() })
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .execute();
}
