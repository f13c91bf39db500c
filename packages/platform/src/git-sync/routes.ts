import { GitError } from '../git/git-error.ts';
import { findConnection } from '../git-connections/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { getActionRun, listActionRuns, readActionRunLog } from './action-runs.ts';
import { bringToHead } from './bring-to-head.ts';
import { followedBy, listSyncs } from './store.ts';

const { gitSyncs } = routes;

export const gitSyncRoutes = {
  list: gitSyncs.list.handler(async ({ context: { db, actor }, input: { ref, limit } }) => {
    const { project } = await getProject(db, actor, ref);
    const [followed, syncs] = await Promise.all([
      followedBy(db, project.id),
      listSyncs(db, project.id, limit),
    ]);
    return {
      follows:
        followed === null
          ? null
          : {
              git_branch: followed.git_branch,
              head: followed.head,
              problem: followed.problem,
              checked_at: followed.checked_at?.toISOString() ?? null,
            },
      syncs,
    };
  }),
  v1ListRuns: gitSyncs.v1ListRuns.handler(({ context, input: { ref, ...page } }) =>
    listActionRuns(context.db, context.actor, ref, page),
  ),
  v1GetRun: gitSyncs.v1GetRun.handler(({ context, input: { ref, run_id: id } }) =>
    getActionRun(context.db, context.actor, ref, id),
  ),
  v1RunLog: gitSyncs.v1RunLog.handler(async ({ context, input: { ref, run_id: id } }) => {
    const text = await readActionRunLog(context.db, context.actor, ref, id);
    return new File([text], 'run.log', { type: 'text/plain; charset=utf-8' });
  }),
  start: gitSyncs.start.handler(({ context, input, signal }) =>
    startSync(context, context.actor, input.ref, signal ?? new AbortController().signal),
  ),
};

/** @throws PlatformError `conflict` when it follows nothing or is at work, `not_found`, `unavailable` with why it cannot be read */
async function startSync(dependencies: Dependencies, actor: Actor, ref: string, signal: AbortSignal) {
  const { db } = dependencies;
  const { project, parent, role } = await permittedProject(db, actor, ref, 'manage_branches');
  if (parent === null)
    for (const ability of ['run_sql', 'deploy_functions'] as const) assertMay(ability, role);
  const followed = await followedBy(db, project.id);
  const connection = followed === null ? undefined : await findConnection(db, followed.parent_id);
  if (followed === null || connection === undefined)
    throw new PlatformError(
      'conflict',
      'It follows no repository. Connect the project to one, and give the branch one to follow or let the project follow its own.',
    );
  try {
    const follower = { projectId: project.id, gitBranch: followed.git_branch };
    return await bringToHead(dependencies, connection, follower, actor.email, signal);
  } catch (error) {
    throw error instanceof GitError ? new PlatformError('unavailable', error.message) : error;
  }
}
