import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';
import { availableVersion, POSTGRES_ENGINES } from '../shared/postgres-versions.ts';

const byRef = z.object({ ref: projectRef });

/** The events of an upgrade in order, by the management API's names. The first is the request, the last the backup afterwards. */
export const UPGRADE_PROGRESS = [
  '0_requested',
  '1_started',
  '2_launched_upgraded_instance',
  '3_detached_volume_from_upgraded_instance',
  '4_attached_volume_to_original_instance',
  '5_initiated_data_upgrade',
  '6_completed_data_upgrade',
  '7_detached_volume_from_original_instance',
  '8_attached_volume_to_upgraded_instance',
  '9_completed_upgrade',
  '10_completed_post_physical_backup',
] as const;
export type UpgradeProgress = (typeof UPGRADE_PROGRESS)[number];

export const UPGRADE_ERRORS = [
  '1_upgraded_instance_launch_failed',
  '2_volume_detachchment_from_upgraded_instance_failed',
  '3_volume_attachment_to_original_instance_failed',
  '4_data_upgrade_initiation_failed',
  '5_data_upgrade_completion_failed',
  '6_volume_detachchment_from_original_instance_failed',
  '7_volume_attachment_to_upgraded_instance_failed',
  '8_upgrade_completion_failed',
  '9_post_physical_backup_failed',
] as const;

/** `status` of the management API as numbers. */
export const UPGRADE_STATUS = { upgrading: 0, upgraded: 1, failed: 2 } as const;

const upgradeStatus = z.object({
  initiated_at: z.string(),
  latest_status_at: z.string(),
  target_version: z.number(),
  error: z.enum(UPGRADE_ERRORS).optional(),
  progress: z.enum(UPGRADE_PROGRESS).optional(),
  status: z.number().int(),
});

/** What stands in the way of an upgrade, or will change with it. */
export const upgradeBlocker = z.object({
  kind: z.string(),
  name: z.string(),
  /** What stands in the way and what to do. */
  message: z.string(),
});

export const upgradeEligibility = z.object({
  eligible: z.boolean(),
  current_version: availableVersion,
  target_versions: z.array(availableVersion),
  blockers: z.array(upgradeBlocker),
  data_bytes: z.number(),
  free_bytes: z.number().nullable(),
  /** About how long the project will be away. */
  estimated_seconds: z.number(),
  /** The data is upgraded where it is, so that no old cluster is left. */
  in_place: z.boolean(),
  /** What it was before stays restorable into a new project. */
  has_archive: z.boolean(),
});
export type UpgradeEligibility = z.infer<typeof upgradeEligibility>;

/** The dashboard's form: {@link upgradeStatus} with what people want to see. */
export const upgradeState = upgradeStatus.extend({
  tracking_id: z.string(),
  from_version: z.number(),
  reason: z.string().nullable(),
  /** The data is upgraded where it is, so that no old cluster is left, and an upgrade that has begun is not given up. */
  in_place: z.boolean(),
  /** In their order, by the names that the operation has for them. */
  steps: z.array(z.object({ name: z.string(), state: z.enum(['waiting', 'running', 'done', 'failed']) })),
  /** The last moment before an upgrade in place that can be restored into a new project. */
  left_at: z.string().nullable(),
  /** Of the step at work. */
  detail: z
    .object({ text: z.string(), done_bytes: z.number(), total_bytes: z.number().nullable() })
    .nullable(),
  /** The old cluster, while it is kept. */
  kept_database_id: z.string().nullable(),
});
export type UpgradeState = z.infer<typeof upgradeState>;

const channel = z.enum(['internal', 'alpha', 'beta', 'ga', 'withdrawn', 'preview']);

export const upgrades = {
  eligibility: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/upgrade/eligibility' })
    .input(z.object({ ref: projectRef, target_version: z.enum(POSTGRES_ENGINES).optional() }))
    .output(upgradeEligibility),
  start: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/upgrade' })
    .input(z.object({ ref: projectRef, target_version: z.enum(POSTGRES_ENGINES) }))
    .output(z.object({ tracking_id: z.string() })),
  /** The upgrade with this tracking id, else the newest; null when there was none. */
  status: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/upgrade/status' })
    .input(z.object({ ref: projectRef, tracking_id: z.string().max(64).optional() }))
    .output(z.object({ databaseUpgradeStatus: upgradeState.nullable() })),
  /** Gives up an upgrade at work and goes back to the old cluster. One in place is not given up. */
  cancel: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/upgrade/cancel' })
    .input(byRef)
    .output(z.object({})),
  v1Start: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/upgrade', successStatus: 201 })
    .input(z.object({ ref: projectRef, target_version: z.string(), release_channel: channel.optional() }))
    .output(z.object({ tracking_id: z.string() })),
  v1Eligibility: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/upgrade/eligibility' })
    .input(byRef)
    .output(
      z.object({
        eligible: z.boolean(),
        current_app_version: z.string(),
        current_app_version_release_channel: channel,
        latest_app_version: z.string(),
        target_upgrade_versions: z.array(
          z.object({ postgres_version: z.string(), release_channel: channel, app_version: z.string() }),
        ),
        duration_estimate_hours: z.number(),
        legacy_auth_custom_roles: z.array(z.string()),
        objects_to_be_dropped: z.array(z.string()),
        unsupported_extensions: z.array(z.string()),
        user_defined_objects_in_internal_schemas: z.array(z.string()),
        validation_errors: z.array(z.record(z.string(), z.unknown())),
        warnings: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
  v1Status: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/upgrade/status' })
    .input(z.object({ ref: projectRef, tracking_id: z.string().max(64).optional() }))
    .output(z.object({ databaseUpgradeStatus: upgradeStatus.nullable() })),
};
