import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

/** So many are answered. */
export const MOST_PROJECT_EVENTS = 50;

const at = z.string();

const projectEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('deployment'),
    at,
    slug: z.string(),
    name: z.string(),
    version: z.number().int(),
    /** E-mail address; null when that account is gone, or the platform did it. */
    deployed_by: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('alert'),
    at,
    /** As its rule is called now. */
    name: z.string(),
    /** Null: it goes on. */
    resolved_at: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('backup_verified'),
    at,
    /** When the backup was begun. */
    backup_started_at: z.string(),
  }),
  z.object({ kind: z.literal('restore_point'), at, name: z.string() }),
]);
export type ProjectEvent = z.infer<typeof projectEvent>;

export const projectEvents = {
  /** What happened to a project beside its operations, which have a list of their own. The newest first. */
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/events' })
    .input(z.object({ ref: projectRef }))
    .output(z.array(projectEvent)),
};
