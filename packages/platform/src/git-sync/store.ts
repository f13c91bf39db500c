import type { GitSync, GitSyncEntry, ProjectStatus } from '@basalt/contract';
import { type RawBuilder, sql } from 'kysely';
import type { VersionFiles } from '../git/read-files.ts';
import type { ConnectionRow } from '../git-connections/store.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';

type EntryKey = Pick<GitSyncEntry, 'kind' | 'path'>;

/** Writes down a version that a branch is about to be brought to, with its files. */
export async function insertSync(
  transaction: Transaction,
  operationId: string,
  {
    projectId,
    repository,
    gitBranch,
    version: { commit, files },
  }: { projectId: number; repository: string; gitBranch: string; version: VersionFiles },
): Promise<void> {
  await transaction
    .insertInto('git_syncs')
    .values({
      operation_id: operationId,
      project_id: projectId,
      repository,
      git_branch: gitBranch,
      commit: commit.hash,
      subject: commit.subject.replaceAll('\0', ''),
      author: commit.author.replaceAll('\0', ''),
      committed_at: commit.at,
    })
    .execute();
  for (const [path, content] of files)
    await transaction
      .insertInto('git_sync_files')
      .values({ operation_id: operationId, path, content })
      .execute();
}

export async function listPaths(db: Database, operationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('git_sync_files')
    .select('path')
    .where('operation_id', '=', operationId)
    .orderBy(sql`path collate "C"`)
    .execute();
  return rows.map(({ path }) => path);
}

/** The bytes of a file; null: there is none. */
export async function readFile(db: Database, operationId: string, path: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('git_sync_files')
    .select('content')
    .where('operation_id', '=', operationId)
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Whatever is said to run does not any more. */
export async function endEntries(db: Database, operationId: string): Promise<void> {
  await db
    .updateTable('git_sync_entries')
    .set({ state: 'failed', message: 'It was ended before it was done.' })
    .where('operation_id', '=', operationId)
    .where('state', '=', 'running')
    .execute();
}

export async function forgetFiles(db: Database, operationId: string): Promise<void> {
  await db.deleteFrom('git_sync_files').where('operation_id', '=', operationId).execute();
}

export async function entryState(
  db: Database,
  operationId: string,
  { kind, path }: EntryKey,
): Promise<GitSyncEntry['state'] | null> {
  const row = await db
    .selectFrom('git_sync_entries')
    .select('state')
    .where('operation_id', '=', operationId)
    .where('kind', '=', kind)
    .where('path', '=', path)
    .executeTakeFirst();
  return (row?.state as GitSyncEntry['state'] | undefined) ?? null;
}

/** Says how far something is, in place of what was said of it before. */
export async function writeEntry(
  db: Database,
  operationId: string,
  { kind, path, ...entry }: EntryKey & Pick<GitSyncEntry, 'state'> & Partial<GitSyncEntry>,
): Promise<void> {
  const said = {
    state: entry.state,
    milliseconds: entry.milliseconds ?? null,
    message: storable(entry.message),
    line: entry.line ?? null,
    statement: storable(entry.statement),
  };
  await db
    .insertInto('git_sync_entries')
    .values({ operation_id: operationId, kind, path, ...said })
    .onConflict((conflict) => conflict.columns(['operation_id', 'kind', 'path']).doUpdateSet(said))
    .execute();
}

/** PostgreSQL keeps no NUL, and no half of a character that was cut. */
function storable(text: string | null | undefined): string | null {
  return text?.replaceAll('\0', '').toWellFormed() ?? null;
}

/** The commits that a project was brought to, or failed to be, the newest first. */
export async function listSyncs(db: Database, projectId: number, limit: number): Promise<GitSync[]> {
  const rows = await db
    .selectFrom('git_syncs')
    .select('operation_id')
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return readSyncs(
    db,
    rows.map(({ operation_id }) => operation_id),
  );
}

/** Those of these ids that there are, the newest first. */
export async function readSyncs(db: Database, ids: readonly string[]): Promise<GitSync[]> {
  if (ids.length === 0) return [];
  const syncs = await db
    .selectFrom('git_syncs')
    .innerJoin('operations', 'operations.id', 'git_syncs.operation_id')
    .selectAll('git_syncs')
    .select([
      'operations.state',
      'operations.reason',
      'operations.started_by',
      'operations.started_at',
      'operations.finished_at',
    ])
    .where('git_syncs.operation_id', 'in', ids)
    .orderBy('git_syncs.created_at', 'desc')
    .execute();
  const entries = await db
    .selectFrom('git_sync_entries')
    .selectAll()
    .where('operation_id', 'in', ids)
    .orderBy('position')
    .execute();
  return syncs.map((sync) => ({
    id: sync.operation_id,
    repository: sync.repository,
    git_branch: sync.git_branch,
    commit: sync.commit,
    subject: sync.subject,
    author: sync.author,
    committed_at: sync.committed_at.toISOString(),
    state: sync.state,
    reason: sync.reason,
    started_by: sync.started_by,
    started_at: sync.started_at.toISOString(),
    finished_at: sync.finished_at?.toISOString() ?? null,
    restore_point: sync.restore_point,
    entries: entries
      .filter(({ operation_id }) => operation_id === sync.operation_id)
      .map(({ kind, path, state, milliseconds, message, line, statement }) => ({
        kind: kind as GitSyncEntry['kind'],
        path,
        state: state as GitSyncEntry['state'],
        milliseconds,
        message,
        line,
        statement,
      })),
  }));
}

/** What became known of a version while it was applied. */
export async function noteSync(
  db: Database,
  operationId: string,
  known: { restore_point: string } | { is_cut_short: boolean },
): Promise<void> {
  await db.updateTable('git_syncs').set(known).where('operation_id', '=', operationId).execute();
}

export async function restorePointOf(db: Database, operationId: string): Promise<string | null> {
  const { restore_point } = await db
    .selectFrom('git_syncs')
    .select('restore_point')
    .where('operation_id', '=', operationId)
    .executeTakeFirstOrThrow();
  return restore_point;
}

/** How the branch of the repository was found. */
export async function keepFollowed(
  db: Database,
  projectId: number,
  found: { git_branch: string; head: string | null; problem: string | null },
): Promise<void> {
  const values = { ...found, checked_at: new Date() };
  await db
    .insertInto('git_followed')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute();
}

/** A branch that follows one of its project's repository, or a project that follows its own. */
export interface FollowerRow {
  project_id: number;
  status: ProjectStatus;
  git_branch: string;
  connection: ConnectionRow;
  /** Of that branch, that it was brought to or failed to be; null: none since it was made or last reset. */
  last_commit: string | null;
  /** What kept it from following when it was last looked at; null: nothing, or it was not yet. */
  problem: string | null;
  /** Something is being done with it. */
  is_busy: boolean;
}

/** What puts another database in place of the one that followed. */
const REPLACING = ['reset_branch', 'restore_backup', 'return_to'] as const;

/** A version that the database was away for is tried so often. */
const MOST_ATTEMPTS = 5;

/** The newest version that a project was brought to or failed to be, not counting those that were cut short. */
const LAST_COMMIT = (
  projectId: RawBuilder<unknown>,
  gitBranch: RawBuilder<unknown>,
  isBranch: boolean,
) => sql<string | null>`(
  select s.commit from git_syncs s
  where s.project_id = ${projectId} and s.git_branch = ${gitBranch}
    and (not s.is_cut_short or ${MOST_ATTEMPTS} <= (
      select count(*) from git_syncs o where o.project_id = s.project_id and o.commit = s.commit and o.is_cut_short))
    ${
      // Whoever takes a project itself back to a moment does not want to have done again what came after it.
      isBranch
        ? sql`and not exists (
          select from operations r where r.project_id = s.project_id and r.kind in (${sql.join(REPLACING)})
            and r.state <> 'failed' and r.started_at > s.created_at)`
        : sql``
    }
  order by s.created_at desc limit 1)`;

/** Whether something is being done with a project. */
const IS_BUSY = (projectId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from operations b where b.project_id = ${projectId} and b.state = 'running' and b.kind <> 'back_up')`;

export async function listFollowers(db: Database): Promise<FollowerRow[]> {
  const branches = await db
    .selectFrom('branches')
    .innerJoin('projects', 'projects.id', 'branches.project_id')
    .innerJoin('git_connections', 'git_connections.project_id', 'branches.parent_id')
    .leftJoin('git_followed', (join) =>
      join
        .onRef('git_followed.project_id', '=', 'branches.project_id')
        .onRef('git_followed.git_branch', '=', 'branches.git_branch'),
    )
    .select([
      'branches.project_id',
      'branches.git_branch',
      'projects.status',
      'git_followed.problem',
      'git_connections.id as connection_id',
      LAST_COMMIT(sql.ref('branches.project_id'), sql.ref('branches.git_branch'), true).as('last_commit'),
      IS_BUSY(sql.ref('branches.project_id')).as('is_busy'),
    ])
    .where('branches.removed_at', 'is', null)
    .where('branches.git_branch', 'is not', null)
    .where('projects.removed_at', 'is', null)
    .execute();
  const productions = await db
    .selectFrom('git_connections')
    .innerJoin('projects', 'projects.id', 'git_connections.project_id')
    .leftJoin('git_followed', (join) =>
      join
        .onRef('git_followed.project_id', '=', 'git_connections.project_id')
        .onRef('git_followed.git_branch', '=', 'git_connections.production_branch'),
    )
    .select([
      'git_connections.project_id',
      'git_connections.production_branch as git_branch',
      'projects.status',
      'git_followed.problem',
      'git_connections.id as connection_id',
      LAST_COMMIT(sql.ref('projects.id'), sql.ref('git_connections.production_branch'), false).as(
        'last_commit',
      ),
      IS_BUSY(sql.ref('projects.id')).as('is_busy'),
    ])
    .where('git_connections.follows', '=', true)
    .where('git_connections.production_branch', 'is not', null)
    .where('projects.removed_at', 'is', null)
    .execute();
  const rows = [...branches, ...productions];
  if (rows.length === 0) return [];
  const connections = await db
    .selectFrom('git_connections')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map(({ connection_id }) => connection_id),
    )
    .execute();
  return rows.flatMap(({ connection_id, git_branch, ...row }) => {
    const connection = connections.find(({ id }) => id === connection_id);
    return connection === undefined || git_branch === null ? [] : [{ ...row, git_branch, connection }];
  });
}

/** What a project follows, as a branch or by itself, and whose connection leads there; null: nothing. */
export async function followedBy(db: Database, projectId: number) {
  return (await branchFollowedBy(db, projectId)) ?? (await productionFollowedBy(db, projectId));
}

async function productionFollowedBy(db: Database, projectId: number) {
  const row = await db
    .selectFrom('git_connections')
    .leftJoin('git_followed', (join) =>
      join
        .onRef('git_followed.project_id', '=', 'git_connections.project_id')
        .onRef('git_followed.git_branch', '=', 'git_connections.production_branch'),
    )
    .select([
      'git_connections.production_branch as git_branch',
      'git_connections.project_id as parent_id',
      'git_followed.head',
      'git_followed.problem',
      'git_followed.checked_at',
    ])
    .where('git_connections.project_id', '=', projectId)
    .where('git_connections.follows', '=', true)
    .executeTakeFirst();
  return row === undefined || row.git_branch === null ? null : { ...row, git_branch: row.git_branch };
}

async function branchFollowedBy(db: Database, projectId: number) {
  const row = await db
    .selectFrom('branches')
    .leftJoin('git_followed', (join) =>
      join
        .onRef('git_followed.project_id', '=', 'branches.project_id')
        .onRef('git_followed.git_branch', '=', 'branches.git_branch'),
    )
    .innerJoin('git_connections', 'git_connections.project_id', 'branches.parent_id')
    .select([
      'branches.git_branch',
      'branches.parent_id',
      'git_followed.head',
      'git_followed.problem',
      'git_followed.checked_at',
    ])
    .where('branches.project_id', '=', projectId)
    .executeTakeFirst();
  return row === undefined || row.git_branch === null ? null : { ...row, git_branch: row.git_branch };
}
