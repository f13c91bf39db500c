import type { ActionRun, GitSync, GitSyncEntry } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { getProject } from '../projects/store.ts';
import { readSyncs } from './store.ts';

type RunStep = ActionRun['run_steps'][number];

/** The kinds of entries, by the names that clients of the management API know them by. */
const STEPS: readonly (readonly [RunStep['name'], GitSyncEntry['kind']])[] = [
  ['migrate', 'migration'],
  ['seed', 'seed'],
  ['deploy', 'function'],
];

/**
 * What pushes did to a project and its branches, the newest first, in the words of the management API.
 * @throws PlatformError `not_found`, `forbidden`
 */
export async function listActionRuns(
  db: Database,
  actor: Actor,
  ref: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<ActionRun[]> {
  const rows = await ofProject(db, (await getProject(db, actor, ref)).project.id)
    .orderBy('git_syncs.created_at', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const syncs = await readSyncs(
    db,
    rows.map(({ id }) => id),
  );
  const branches = new Map(rows.map(({ id, branch_id }) => [id, branch_id]));
  return syncs.map((sync) => presentRun(sync, branches.get(sync.id) ?? null));
}

/** @throws PlatformError `not_found`, `forbidden` */
export async function getActionRun(db: Database, actor: Actor, ref: string, id: string): Promise<ActionRun> {
  const { sync, branchId } = await findRun(db, actor, ref, id);
  return presentRun(sync, branchId);
}

/** What was said of each file, line by line. @throws PlatformError `not_found`, `forbidden` */
export async function readActionRunLog(db: Database, actor: Actor, ref: string, id: string): Promise<string> {
  const { sync } = await findRun(db, actor, ref, id);
  const lines = sync.entries.flatMap(({ path, state, milliseconds, message, line, statement }) => [
    [
      state,
      path,
      ...(line === null ? [] : [`line ${line}`]),
      ...(milliseconds === null ? [] : [`${milliseconds} ms`]),
    ].join(' '),
    ...[message, statement].filter((text) => text !== null).map((text) => `  ${text}`),
  ]);
  const begun = `${sync.started_at} ${sync.repository} ${sync.git_branch} ${sync.commit} ${sync.subject}`;
  const ended =
    sync.finished_at === null ? [] : [`${sync.finished_at} ${sync.state} ${sync.reason ?? ''}`.trim()];
  return [begun, ...lines, ...ended, ''].join('\n');
}

async function findRun(db: Database, actor: Actor, ref: string, id: string) {
  const { project } = await getProject(db, actor, ref);
  const row = await ofProject(db, project.id)
    .where(sql<string>`git_syncs.operation_id::text`, '=', id)
    .executeTakeFirst();
  const [sync] = row === undefined ? [] : await readSyncs(db, [row.id]);
  if (row === undefined || sync === undefined)
    throw new PlatformError('not_found', 'There is no run with this id.');
  return { sync, branchId: row.branch_id };
}

/** Of the project itself, whose branch is that of its repository's production, and of its branches. */
function ofProject(db: Database, projectId: number) {
  return db
    .selectFrom('git_syncs')
    .leftJoin('branches', 'branches.project_id', 'git_syncs.project_id')
    .leftJoin('git_connections', 'git_connections.project_id', 'git_syncs.project_id')
    .select([
      'git_syncs.operation_id as id',
      (eb) => eb.fn.coalesce('branches.id', 'git_connections.production_branch_id').as('branch_id'),
    ])
    .where((row) =>
      row.or([row('git_syncs.project_id', '=', projectId), row('branches.parent_id', '=', projectId)]),
    );
}

function presentRun(sync: GitSync, branchId: string | null): ActionRun {
  const { started_at, finished_at } = sync;
  const updated_at = finished_at ?? sync.started_at;
  const step = (name: RunStep['name'], status: RunStep['status']): RunStep => ({
    name,
    status,
    created_at: started_at,
    updated_at,
  });
  return {
    id: sync.id,
    // A project that was disconnected since has no branch of production any more.
    branch_id: branchId ?? '',
    run_steps: [
      // Its files are read before it is written down.
      step('clone', 'EXITED'),
      ...STEPS.map(([name, kind]) =>
        step(
          name,
          statusOf(
            sync,
            sync.entries.filter((entry) => entry.kind === kind),
          ),
        ),
      ),
    ],
    git_config: { repository: sync.repository, branch: sync.git_branch, commit: sync.commit },
    workdir: null,
    check_run_id: null,
    created_at: started_at,
    updated_at,
  };
}

function statusOf({ state }: GitSync, entries: readonly GitSyncEntry[]): RunStep['status'] {
  if (entries.some((entry) => entry.state === 'failed')) return 'DEAD';
  if (entries.some((entry) => entry.state === 'running')) return 'RUNNING';
  // What comes after something that failed was never begun.
  return entries.length > 0 || state === 'done' ? 'EXITED' : 'CREATED';
}
