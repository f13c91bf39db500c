import { oc } from '@orpc/contract';
import * as z from 'zod';
import { OPERATION_STATES } from '../projects/operations.ts';
import { projectRef } from '../shared/names.ts';

/** `skipped`: there was nothing to do, or it is not meant to be applied; the message says why. */
export const GIT_ENTRY_STATES = ['running', 'done', 'failed', 'skipped'] as const;

const gitSyncEntry = z.object({
  kind: z.enum(['migration', 'seed', 'function']),
  /** Below the folder `supabase`. */
  path: z.string(),
  state: z.enum(GIT_ENTRY_STATES),
  milliseconds: z.number().int().nullable(),
  message: z.string().nullable(),
  /** Where it failed, 1-based. */
  line: z.number().int().nullable(),
  /** The beginning of the statement that failed. */
  statement: z.string().nullable(),
});
export type GitSyncEntry = z.infer<typeof gitSyncEntry>;

/** One version of the repository that a branch, or a project itself, was brought to. */
export const gitSync = z.object({
  id: z.string(),
  repository: z.string(),
  git_branch: z.string(),
  commit: z.string(),
  subject: z.string(),
  author: z.string(),
  committed_at: z.string(),
  state: z.enum(OPERATION_STATES),
  reason: z.string().nullable(),
  started_by: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** The moment before it, of a project that is no branch; null: none was named. */
  restore_point: z.string().nullable(),
  entries: z.array(gitSyncEntry),
});
export type GitSync = z.infer<typeof gitSync>;

const RUN_STEPS = ['clone', 'pull', 'health', 'configure', 'migrate', 'seed', 'deploy'] as const;
const RUN_STATUSES = ['CREATED', 'DEAD', 'EXITED', 'PAUSED', 'REMOVING', 'RESTARTING', 'RUNNING'] as const;

/** A {@link gitSync} in the management API's form: what was done is named by steps, with the states of containers. */
const actionRun = z.object({
  id: z.string(),
  branch_id: z.string(),
  run_steps: z.array(
    z.object({
      name: z.enum(RUN_STEPS),
      status: z.enum(RUN_STATUSES),
      created_at: z.string(),
      updated_at: z.string(),
    }),
  ),
  git_config: z.object({ repository: z.string(), branch: z.string(), commit: z.string() }),
  workdir: z.string().nullable(),
  check_run_id: z.number().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ActionRun = z.infer<typeof actionRun>;

const byRef = z.object({ ref: projectRef });
const byRun = byRef.extend({ run_id: z.string().max(100) });

export const gitSyncs = {
  /** What a branch follows, and what came of that, the newest first. */
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/git-syncs' })
    .input(byRef.extend({ limit: z.coerce.number().int().min(1).max(50).default(10) }))
    .output(
      z.object({
        follows: z
          .object({
            git_branch: z.string(),
            /** Of the repository's branch, when it was last asked; null: it has no such branch, or was not asked yet. */
            head: z.string().nullable(),
            /** What keeps the branch from following, null: nothing. */
            problem: z.string().nullable(),
            checked_at: z.string().nullable(),
          })
          .nullable(),
        syncs: z.array(gitSync),
      }),
    ),
  /** Of the project and its branches, the newest first. */
  v1ListRuns: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/actions' })
    .input(
      byRef.extend({
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
    )
    .output(z.array(actionRun)),
  v1GetRun: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/actions/{run_id}' })
    .input(byRun)
    .output(actionRun),
  v1RunLog: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/actions/{run_id}/logs' })
    .input(byRun)
    .output(z.file()),
  /** Brings a branch to the newest version of what it follows, also when it has failed there before. */
  start: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/git-syncs', successStatus: 201 })
    .input(byRef)
    .output(z.object({ id: z.string(), commit: z.string() })),
};
