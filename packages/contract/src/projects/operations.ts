import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

/** Operations that move a project from one status to another. */
export const LIFECYCLE_KINDS = [
  'create',
  'pause',
  'restore',
  'restart',
  'resize',
  'upgrade',
  'restore_backup',
  'restore_to_new',
  'create_branch',
  'reset_branch',
  'return_to',
  'delete',
  'recover',
  'erase',
] as const;
export type LifecycleKind = (typeof LIFECYCLE_KINDS)[number];
/** Operations that leave the status as it is. */
export const STANDING_KINDS = [
  'rotate_jwt_secret',
  'back_up',
  'merge_branch',
  'push_branch',
  'sync_git',
] as const;
export type StandingKind = (typeof STANDING_KINDS)[number];

export const OPERATION_KINDS = [...LIFECYCLE_KINDS, ...STANDING_KINDS] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];
export const OPERATION_STATES = ['running', 'done', 'failed'] as const;

export const operationStep = z.object({
  name: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** How far it is, while it runs and can tell. */
  progress: z
    .object({ text: z.string(), done_bytes: z.number(), total_bytes: z.number().nullable() })
    .nullable(),
});
export type StepProgress = NonNullable<z.infer<typeof operationStep>['progress']>;

export const operation = z.object({
  id: z.string(),
  kind: z.enum(OPERATION_KINDS),
  state: z.enum(OPERATION_STATES),
  /** Why it failed, for people. */
  reason: z.string().nullable(),
  /** E-mail address of who asked for it, null when the platform did. */
  started_by: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  steps: z.array(operationStep),
});
export type Operation = z.infer<typeof operation>;

export const operations = {
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/operations' })
    .input(z.object({ ref: projectRef, limit: z.coerce.number().int().min(1).max(100).default(20) }))
    .output(z.array(operation)),
};
