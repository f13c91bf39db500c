import { withClient } from '@basalt/postgres';
import { shipRest } from '../backups/recovery/exchange-database.ts';
import { namePresent } from '../backups/recovery/restore-points.ts';
import { readPolicy } from '../backups/schedule/backup-settings.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import type { OperationDefinition, Step, StepContext } from '../operations/definition.ts';
import { scratchOf } from '../operations/scratch-names.ts';
import { onDatabase } from '../project-cluster/on-database.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { isActive } from '../projects/transitions.ts';
import { rememberParts, writeBase } from './branch-base.ts';
import { compareAtWork } from './compare-projects.ts';
import { copyProject, sourceOf } from './copy-content.ts';
import { type BranchMergeRow, noteMerge, partsIn, readMerge } from './merge-store.ts';
import { countOf } from './parts/compare-parts.ts';
import { exchangeParts, tellOfDataApi } from './parts/exchange-parts.ts';
import { findMigration, type Migration, runMigration } from './run-migration.ts';
import { startApart } from './start-apart.ts';

/** The operation may start over after the migration: what was asked for is in place then. */
function unlessApplied(step: Step): Step {
  return {
    ...step,
    run: async (context) => {
      const merge = await readMerge(context.db, context.operation.id);
      if (merge.statements.length > 0 && !(await isApplied(context, merge))) await step.run(context);
    },
  };
}

/** The migration and its record are one transaction of the project's database, so the record says whether it has run. */
async function isApplied(context: StepContext, merge: BranchMergeRow): Promise<boolean> {
  if (merge.applied_at !== null) return true;
  const { db, operation } = context;
  const version = await onDatabase(context, (client) => findMigration(client, operation.id), 'owner');
  if (version === null) return false;
  await noteMerge(db, operation.id, { migration_version: version, applied_at: new Date() });
  return true;
}

function migrationOf({ operation }: StepContext, merge: BranchMergeRow): Migration {
  return {
    settings: merge.settings,
    statements: merge.statements,
    name: `${merge.direction} ${merge.branch_name}`,
    createdBy: operation.started_by ?? undefined,
    key: operation.id,
    version: merge.migration_version ?? undefined,
    history: merge.history,
  };
}

/** A copy of the project with all of its rows shows what the statements do to them. Nobody reaches it, and it is gone afterwards. */
const tryOut: Step = unlessApplied({
  name: 'try-out',
  title: 'Try the migration on a copy of the project',
  run: async (context) => {
    const { clusters, db, operation, project, signal } = context;
    const scratch = scratchOf('merge', operation.id);
    const merge = await readMerge(db, operation.id);
    await clusters.remove(scratch);
    await copyProject(context, () => projectNow(context), { ref: scratch, kind: 'scratch', port: null });
    signal.throwIfAborted();
    const address = await startApart({ clusters, project }, scratch);
    const begun = performance.now();
    await withClient(
      { ...address, user: OWNER_ROLE },
      (client) => runMigration(client, migrationOf(context, merge)),
      { signal, answerTimeoutMs: null },
    );
    await noteMerge(db, operation.id, { tried_ms: Math.round(performance.now() - begun) });
    await clusters.remove(scratch);
  },
});

function projectNow({ db, project }: StepContext): Promise<ProjectRow> {
  return db.selectFrom('projects').selectAll().where('id', '=', project.id).executeTakeFirstOrThrow();
}

/** Files of functions first: a version may be served as soon as its row is there. */
const bringFunctions: Step = {
  name: 'bring-functions',
  title: 'Bring the code of functions',
  run: async (context) => {
    const { db, functionFiles, operation, project, secrets } = context;
    const merge = await readMerge(db, operation.id);
    const deployed = partsIn(merge, secrets).functions.flatMap(([, is]) => is ?? []);
    if (deployed.length === 0 || merge.parts_applied_at !== null) return;
    const origin = await originOf(context, merge);
    if (origin !== null) await functionFiles.copyAll(origin.ref, project.ref);
    for (const { slug, digest } of deployed)
      if (!(await functionFiles.has(project.ref, digest)))
        throw new PlatformError('conflict', `The files of the function ${slug} are not there any more.`);
  },
};

/** Where what is brought comes from; null: the branch is gone. */
function originOf(context: StepContext, { direction }: BranchMergeRow): Promise<ProjectRow | null> {
  return direction === 'merge' ? branchOf(context) : sourceOf(context).then(({ source }) => source);
}

/** What was shown, and has been tried, is what is done: what has changed meanwhile nobody has looked at. */
const compare: Step = unlessApplied({
  name: 'compare',
  title: 'See that nothing has changed meanwhile',
  run: async (context) => {
    const { db, operation, project } = context;
    const merge = await readMerge(db, operation.id);
    const branch = await branchOf(context);
    if (branch === null || !isActive(branch.status))
      throw new PlatformError('conflict', 'The branch is not running any more.');
    const { from, to } = await compareAtWork(context, project, branch);
    const changed = [from !== merge.from_schema && 'project', to !== merge.to_schema && 'branch'].filter(
      Boolean,
    );
    if (changed.length > 0)
      throw new PlatformError(
        'conflict',
        `The schema of the ${changed.join(' and that of the ')} has changed meanwhile, and nothing was merged. Compare again and merge what you see then.`,
      );
  },
});

/** A restore to it brings settings back as well. */
const nameMoment: Step = {
  name: 'name-moment',
  title: 'Name the moment to go back to',
  run: async (context) => {
    const { db, operation, project } = context;
    const merge = await readMerge(db, operation.id);
    if (merge.restore_point !== null || !(await readPolicy(db, project)).pitrEnabled) return;
    const isUnderWay = merge.parts_applied_at !== null || (await isApplied(context, merge));
    if (isUnderWay) return;
    const name = `merge-${operation.id.slice(0, 8)}`;
    await namePresent(db, project.id, name);
    await noteMerge(db, operation.id, { restore_point: name });
  },
};

/** Where changes are archived by themselves. */
const change: Step = {
  name: 'apply',
  title: 'Change the project',
  run: async (context) => {
    const { db, operation, signal } = context;
    const merge = await readMerge(db, operation.id);
    if (merge.statements.length === 0) return;
    const version = await onDatabase(
      context,
      // Where the answer to a commit was lost, the next attempt finds what it did.
      async (client) =>
        (await findMigration(client, operation.id)) ??
        (await runMigration(client, migrationOf(context, merge))),
      'owner',
      { signal, answerTimeoutMs: null },
    );
    await noteMerge(db, operation.id, { migration_version: version, applied_at: new Date() });
  },
};

const apply: Step = {
  ...change,
  run: async (context) => {
    await change.run(context);
    const { statements } = await readMerge(context.db, context.operation.id);
    if (statements.length > 0) await shipRest(context);
  },
};

/** Rows of ours, so all of them take effect at one moment, together with what was there before. */
const changeParts: Step = {
  name: 'change-parts',
  title: 'Put functions, secrets and settings into service',
  run: async (context) => {
    const { db, operation, project, secrets } = context;
    const merge = await readMerge(db, operation.id);
    const parts = partsIn(merge, secrets);
    if (countOf(parts) === 0 || merge.parts_applied_at !== null) return;
    if (parts.settings.length > 0)
      await onDatabase(context, (client) => tellOfDataApi(client, parts.settings));
    await db.transaction().execute(async (transaction) => {
      const former = await exchangeParts(context, transaction, project, parts, merge.started_by);
      if (merge.branch_id !== null) await rememberParts(transaction, merge.branch_id, parts);
      await transaction
        .updateTable('branch_merges')
        .set({ parts_applied_at: new Date(), former_parts: secrets.seal(JSON.stringify(former)) })
        .where('operation_id', '=', operation.id)
        .execute();
    });
  },
};

/** Later comparisons tell by it who has changed what. */
const rememberSchema: Step = {
  name: 'remember-schema',
  title: 'Remember the schema that both have',
  run: async ({ db, operation }) => {
    const { branch_id, next_base } = await readMerge(db, operation.id);
    if (branch_id === null || next_base === null) return;
    const isThere = await db
      .selectFrom('branches')
      .select('id')
      .where('id', '=', branch_id)
      .executeTakeFirst();
    if (isThere !== undefined) await writeBase(db, branch_id, next_base);
    await db
      .updateTable('branch_merges')
      .set({ next_base: null })
      .where('operation_id', '=', operation.id)
      .execute();
  },
};

/** What is left is told, not mended: the merge is done. */
const lookAgain: Step = {
  name: 'look-again',
  title: 'Compare again',
  run: async (context) => {
    const { db, operation, project } = context;
    const branch = await branchOf(context);
    if (branch === null || !isActive(branch.status)) return;
    const found = await compareAtWork(context, project, branch).catch(() => null);
    await noteMerge(db, operation.id, { remaining: found?.statements.length ?? null });
  },
};

/** The project that the branch is; null: the branch is gone. */
async function branchOf({ db, operation }: StepContext): Promise<ProjectRow | null> {
  const found = await db
    .selectFrom('branch_merges')
    .innerJoin('branches', 'branches.id', 'branch_merges.branch_id')
    .innerJoin('projects', 'projects.id', 'branches.project_id')
    .selectAll('projects')
    .where('branch_merges.operation_id', '=', operation.id)
    .executeTakeFirst();
  return found ?? null;
}

/** Brings to a project what a branch has changed. One that fails before the migration has changed nothing. */
export const mergeBranch: OperationDefinition = {
  kind: 'merge_branch',
  steps: [tryOut, bringFunctions, compare, nameMoment, apply, changeParts, rememberSchema, lookAgain],
  undo: ({ clusters, operation }) => clusters.remove(scratchOf('merge', operation.id)),
};

/**
 * The same in Kubernetes, where there is no copy to try it on, and moments are restored into new projects: the migration is one transaction,
 * which takes effect as a whole or not at all.
 */
export const mergeKeptBranch: OperationDefinition = {
  kind: 'merge_branch',
  steps: [bringFunctions, compare, change, changeParts, rememberSchema, lookAgain],
  undo: async () => undefined,
};

/** Brings to a branch what its project has changed since the two had the same schema. All of it, or the branch is as it was. */
export const pushBranch: OperationDefinition = {
  kind: 'push_branch',
  steps: [bringFunctions, { ...apply, title: 'Change the branch' }, changeParts, rememberSchema],
  undo: async () => undefined,
};

/** The same in Kubernetes. */
export const pushKeptBranch: OperationDefinition = {
  ...pushBranch,
  steps: [bringFunctions, { ...change, title: 'Change the branch' }, changeParts, rememberSchema],
};
