import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug, projectRef } from '../shared/names.ts';
import { availableVersion } from '../shared/postgres-versions.ts';

const byRef = z.object({ ref: projectRef });

/** Pausing, leaving and coming back: what the paused page and the deletion dialog ask. */
export const pauseStatus = z.object({
  /** Null: none was made yet, or there is nothing to make one of. */
  latest_downloadable_backup_id: z.number().int().nullable(),
  max_days_till_restore_disabled: z.number().int(),
  /** Null when there is no such limit. */
  remaining_days_till_restore_disabled: z.number().int().nullable(),
  /** Whether the dashboard offers to restore it. Its owner always can through the API. */
  can_restore: z.boolean(),
  paused_at: z.string().nullable(),
  /** Whether there are objects of storage to take along. */
  has_storage_objects: z.boolean(),
  /** How long the data of a deleted project is kept; 0: not at all. */
  deletion_grace_days: z.number().int(),
});
export type PauseStatus = z.infer<typeof pauseStatus>;

export const freeLimitMember = z.object({
  username: z.string(),
  primary_email: z.string(),
  free_project_limit: z.number().int(),
});
export type FreeLimitMember = z.infer<typeof freeLimitMember>;

/** A deleted project whose data is still there. */
export const removedProject = z.object({
  ref: z.string(),
  name: z.string(),
  organization_slug: z.string(),
  postgres_engine: z.string(),
  /** Its database is on a server that somebody else runs: what is theirs stays there. */
  is_attached: z.boolean(),
  removed_at: z.string(),
  /** When its data is deleted for good. */
  erased_at: z.string(),
  can_recover: z.boolean(),
});
export type RemovedProject = z.infer<typeof removedProject>;

const feedback = z.object({
  projectRef: z.string().max(64).optional(),
  orgSlug: z.string().max(64).optional(),
  /** Lines of `- reason`. */
  reasons: z.string().max(4_096).optional(),
  message: z.string().max(10_000).optional(),
  additionalFeedback: z.string().max(10_000).optional(),
  exitAction: z.string().max(32).optional(),
});

export const pauseAndDeletion = {
  pauseStatus: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/pause/status' })
    .input(byRef)
    .output(pauseStatus),
  restoreVersions: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/restore/versions' })
    .input(byRef)
    .output(z.object({ available_versions: z.array(availableVersion) })),
  reachedFreeLimit: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/members/reached-free-project-limit' })
    .input(z.object({ slug: organizationSlug }))
    .output(z.array(freeLimitMember)),
  /** Why somebody leaves; `not_found` for a project or organization that is not the caller's. */
  downgradeFeedback: oc
    .route({ method: 'POST', path: '/platform/feedback/downgrade' })
    .input(feedback)
    .output(z.object({})),
  /** Deleted projects of the caller's organizations whose data is still there, newest first. */
  removed: oc.route({ method: 'GET', path: '/platform/projects-removed' }).output(z.array(removedProject)),
  /** Brings a deleted project back. */
  recover: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/recover' })
    .input(byRef)
    .output(z.object({})),
  /** Deletes the data of a deleted project now. Cannot be undone. */
  erase: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/erase' })
    .input(byRef)
    .output(z.object({})),
  v1RestoreVersions: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/restore' })
    .input(byRef)
    .output(z.object({ available_versions: z.array(availableVersion) })),
  v1CancelRestore: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/restore/cancel' })
    .input(byRef)
    .output(z.void()),
};
