import { oc } from '@orpc/contract';
import * as z from 'zod';
import { COMPUTE_SIZES } from '../projects/compute-sizes.ts';
import { OPERATION_STATES } from '../projects/operations.ts';
import { projectStatus } from '../projects/project-status.ts';
import { projectRef } from '../shared/names.ts';
import { branchNameProblem } from './branch-name.ts';

/** As many branches a project may have. */
export const MOST_BRANCHES = 20;

/** The management API's words for how far a branch is. */
export const BRANCH_STATUSES = ['CREATING_PROJECT', 'MIGRATIONS_FAILED', 'FUNCTIONS_DEPLOYED'] as const;

/** What is absent is not said: clients take null for a mistake. */
export const branch = z.object({
  id: z.uuid(),
  name: z.string(),
  project_ref: z.string(),
  parent_project_ref: z.string(),
  is_default: z.boolean(),
  git_branch: z.string().optional(),
  /** Backed up like a project. One that is not is a copy that can be made again. */
  persistent: z.boolean(),
  status: z.enum(BRANCH_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
  /** False: it was made with the definitions of its project, and without rows and files. */
  with_data: z.boolean(),
  /** Its rows were masked by the rules of the project before they came into it. */
  masked: z.boolean(),
  /** When it is deleted by itself. */
  deletion_scheduled_at: z.string().optional(),
  /** It is paused when nobody has used it for so long. */
  pause_after_minutes: z.number().int().optional(),
  preview_project_status: projectStatus,
});
export type Branch = z.infer<typeof branch>;

const branchDetails = z.object({
  ref: z.string(),
  postgres_version: z.string(),
  postgres_engine: z.string(),
  release_channel: z.string(),
  status: projectStatus,
  db_host: z.string(),
  db_port: z.number().int(),
  db_user: z.string(),
  /** For those who may read it. */
  db_pass: z.string().optional(),
  jwt_secret: z.string().optional(),
});

const branchName = z.string().superRefine((name, context) => {
  const message = branchNameProblem(name);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** The reference of the branch, or its id. */
const branchIdOrRef = z.union([projectRef, z.uuid()], 'must be the reference of a branch or its id');
const byIdOrRef = z.object({ branch_id_or_ref: branchIdOrRef });
const gitBranch = branchName.optional();

/** How long a branch lives from now on; null: as long as nobody deletes it. */
const deleteAfterHours = z.number().int().min(1).max(8_760).nullable().optional();
/** How long nobody must use a branch until it is paused; null: it is not. */
const pauseAfterMinutes = z.number().int().min(15).max(43_200).nullable().optional();

export const createBranchInput = z.strictObject({
  ref: projectRef,
  branch_name: branchName,
  /** Kept and answered. */
  git_branch: gitBranch,
  /** Every branch is made on this machine, as its project is. */
  region: z.string().max(64).optional(),
  /** True: the project itself stands for `git_branch` of its repository. Nothing is made. */
  is_default: z.boolean().optional(),
  persistent: z.boolean().optional(),
  with_data: z.boolean().optional(),
  /** With data: rows masked by the rules of the project. */
  masked: z.boolean().optional(),
  desired_instance_size: z.enum(COMPUTE_SIZES).optional(),
  delete_after_hours: deleteAfterHours,
  pause_after_minutes: pauseAfterMinutes,
});
export type CreateBranchInput = z.infer<typeof createBranchInput>;

export const updateBranchInput = z.strictObject({
  branch_id_or_ref: branchIdOrRef,
  branch_name: branchName.optional(),
  git_branch: gitBranch,
  persistent: z.boolean().optional(),
  delete_after_hours: deleteAfterHours,
  pause_after_minutes: pauseAfterMinutes,
});
export type UpdateBranchInput = z.infer<typeof updateBranchInput>;

export const DIFFERENCE_RISKS = ['data_loss', 'rewrite', 'may_fail', 'lock'] as const;
export type DifferenceRisk = (typeof DIFFERENCE_RISKS)[number];

/** An object of the database, named for people. */
const differenceSubject = z.object({ kind: z.string(), name: z.string() });

/** One of the statements that lead from the project to the branch. */
const differenceStatement = differenceSubject.extend({
  action: z.enum(['create', 'alter', 'drop']),
  sql: z.string(),
  risks: z.array(z.enum(DIFFERENCE_RISKS)),
});
export type DifferenceStatement = z.infer<typeof differenceStatement>;

/** As the branch has it: new, another one, or not there though the project has it. */
const namedChange = z.object({
  name: z.string(),
  change: z.enum(['added', 'changed', 'missing']),
  /** The branch has what both had; it is the project that has changed it since. */
  theirs: z.boolean(),
});
export type NamedChange = z.infer<typeof namedChange>;

export const SETTING_AREAS = ['auth', 'data_api', 'storage', 'realtime'] as const;
export type SettingArea = (typeof SETTING_AREAS)[number];

/** A setting of a service; in a merge it is called by its area, a dot and its name. */
const settingChange = namedChange.extend({
  area: z.enum(SETTING_AREAS),
  /** Its values are not told. */
  is_secret: z.boolean(),
  /** As text, also where it is what a new project has; null: none, or a secret. */
  project_value: z.string().nullable(),
  branch_value: z.string().nullable(),
});
export type SettingChange = z.infer<typeof settingChange>;

/** What somebody must accept before a branch is merged. */
export const MERGE_RISKS = ['data_loss', 'rewrite', 'lock', 'project_changed', 'no_way_back'] as const;
export type MergeRisk = (typeof MERGE_RISKS)[number];

const mergeBranchInput = z.strictObject({
  branch_id_or_ref: branchIdOrRef,
  /** Under which the project's history has it; absent: the present time. */
  migration_version: z
    .string()
    .regex(/^[0-9]{14}$/, 'must be 14 digits')
    .optional(),
  /** Of the difference that was shown: nothing else is merged. */
  hash: z.string().max(100).optional(),
  accepted_risks: z.array(z.enum(MERGE_RISKS)).max(MERGE_RISKS.length).optional(),
  /** Slugs of those that are brought; absent: all that the branch has new or changed. */
  functions: z.array(z.string().max(200)).max(1_000).optional(),
  /** Names of secrets of functions that are brought; absent: none. */
  secrets: z.array(z.string().max(300)).max(1_000).optional(),
  /** `auth.site_url`: those that become what they are in the branch; absent: none. */
  settings: z.array(z.string().max(200)).max(1_000).optional(),
});
export type MergeBranchInput = z.infer<typeof mergeBranchInput>;

/** Of functions, secrets and settings those come that only the project has changed; of these only what is named, where it is. */
const pushBranchInput = mergeBranchInput.omit({ hash: true });
export type PushBranchInput = z.infer<typeof pushBranchInput>;

/** A merge of a branch into its project, and how it went. */
const branchMerge = z.object({
  /** Of the operation, which works on the project. */
  id: z.string(),
  state: z.enum(OPERATION_STATES),
  reason: z.string().nullable(),
  started_by: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** In the project's history of migrations; null: the database was not changed. */
  migration_version: z.string().nullable(),
  restore_point: z.string().nullable(),
  /** How long the statements took on a copy of the project, in milliseconds. */
  tried_ms: z.number().nullable(),
  /** Statements that still lead from the project to the branch; null: not known. */
  remaining: z.number().nullable(),
  /** What it brought besides, by name; null: nothing, or not yet. */
  brought: z
    .object({
      functions: z.array(z.string()),
      secrets: z.array(z.string()),
      settings: z.array(z.string()),
      /** When they were made again what they had been. */
      returned_at: z.string().nullable(),
    })
    .nullable(),
});
export type BranchMerge = z.infer<typeof branchMerge>;

const branchDifference = z.object({
  /** Of all that follows, and of both schemas: as long as it is the same, so is the difference. */
  hash: z.string(),
  /** All statements, as one transaction with the settings that they need; empty when there are none. */
  sql: z.string(),
  statements: z.array(differenceStatement),
  /** What differs and is the platform's. */
  left_out: z.array(differenceSubject),
  /** What differs and is of no kind that can be merged. */
  not_compared: z.array(z.object({ kind: z.string(), names: z.array(z.string()) })),
  functions: z.array(namedChange),
  /** Of functions, by name: that their values differ is told, and nothing of them. */
  secrets: z.array(namedChange),
  settings: z.array(settingChange),
  /** What has changed in the project since the two had the same schema; null: that is not known. */
  project_changes: z
    .array(differenceSubject.extend({ action: z.enum(['create', 'alter', 'drop']) }))
    .nullable(),
  /** What somebody must accept to merge it. */
  risks: z.array(z.enum(MERGE_RISKS)),
});
export type BranchDifference = z.infer<typeof branchDifference>;

export const branches = {
  /** What a branch has that its project has not, and the other way round. */
  diff: oc
    .route({ method: 'GET', path: '/platform/branches/{branch_id_or_ref}/diff' })
    .input(byIdOrRef)
    .output(branchDifference),
  v1List: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/branches' })
    .input(z.object({ ref: projectRef }))
    .output(z.array(branch)),
  v1Create: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/branches', successStatus: 201 })
    .input(createBranchInput)
    .output(branch),
  /** Deletes all branches for good, and disconnects the repository that they follow. */
  v1Disable: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/branches' })
    .input(z.object({ ref: projectRef }))
    .output(z.void()),
  v1GetByName: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/branches/{name}' })
    .input(z.object({ ref: projectRef, name: z.string().max(200) }))
    .output(branch),
  v1Get: oc
    .route({ method: 'GET', path: '/v1/branches/{branch_id_or_ref}' })
    .input(byIdOrRef)
    .output(branchDetails),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/branches/{branch_id_or_ref}' })
    .input(updateBranchInput)
    .output(branch),
  v1Delete: oc
    .route({ method: 'DELETE', path: '/v1/branches/{branch_id_or_ref}', inputStructure: 'detailed' })
    .input(
      z.object({
        params: byIdOrRef,
        // Without force it is deleted in an hour, and can be brought back until then.
        query: z.object({ force: z.enum(['true', 'false']).optional() }).optional(),
      }),
    )
    .output(z.object({ message: z.literal('ok') })),
  /** The SQL that makes the project's schema that of the branch. */
  v1Diff: oc
    .route({ method: 'GET', path: '/v1/branches/{branch_id_or_ref}/diff' })
    .input(
      byIdOrRef.extend({
        /** Names with commas between them; what belongs to no schema is left out then. */
        included_schemas: z.string().max(2_000).optional(),
        /** There is one engine. */
        pgdelta: z.enum(['true', 'false']).optional(),
      }),
    )
    .output(z.file()),
  /** The newest merges of a branch. */
  merges: oc
    .route({ method: 'GET', path: '/platform/branches/{branch_id_or_ref}/merges' })
    .input(byIdOrRef)
    .output(z.array(branchMerge)),
  /** Makes functions, secrets and settings of the project what they were before a merge, but for those that have been changed since. */
  returnParts: oc
    .route({ method: 'POST', path: '/platform/branches/{branch_id_or_ref}/merges/{merge_id}/return' })
    .input(byIdOrRef.extend({ merge_id: z.uuid() }))
    .output(z.object({ left: z.array(z.string()) })),
  /** Brings what the branch has changed to its project: schema as one migration, functions, and what is named of secrets and settings. */
  v1Merge: oc
    .route({ method: 'POST', path: '/v1/branches/{branch_id_or_ref}/merge', successStatus: 201 })
    .input(mergeBranchInput)
    .output(z.object({ workflow_run_id: z.string(), message: z.literal('ok') })),
  /** Brings what the project has changed since the two had the same schema to the branch. */
  v1Push: oc
    .route({ method: 'POST', path: '/v1/branches/{branch_id_or_ref}/push', successStatus: 201 })
    .input(pushBranchInput)
    .output(z.object({ workflow_run_id: z.string(), message: z.literal('ok') })),
  /** Takes back that the branch is to be deleted. */
  v1Restore: oc
    .route({ method: 'POST', path: '/v1/branches/{branch_id_or_ref}/restore' })
    .input(byIdOrRef)
    .output(z.object({ message: z.literal('Branch restoration initiated') })),
  /** Makes the branch what its project is now. */
  v1Reset: oc
    .route({ method: 'POST', path: '/v1/branches/{branch_id_or_ref}/reset', successStatus: 201 })
    .input(byIdOrRef)
    .output(z.object({ workflow_run_id: z.string(), message: z.literal('ok') })),
};
