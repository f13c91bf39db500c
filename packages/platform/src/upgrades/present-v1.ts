import type { UpgradeEligibility, UpgradeState } from '@basalt/contract';

/** The management API's form of what stands in the way: what it has no word for becomes a validation error of its own. */
export function presentV1Eligibility(eligibility: UpgradeEligibility) {
  const { current_version, target_versions, blockers } = eligibility;
  const named = (kind: string) => blockers.filter((blocker) => blocker.kind === kind).map(({ name }) => name);
  const newest = target_versions.at(-1) ?? current_version;
  return {
    eligible: eligibility.eligible,
    current_app_version: current_version.version,
    current_app_version_release_channel: 'ga' as const,
    latest_app_version: newest.version,
    target_upgrade_versions: target_versions.map(({ postgres_engine, version }) => ({
      postgres_version: postgres_engine,
      release_channel: 'ga' as const,
      app_version: version,
    })),
    duration_estimate_hours: eligibility.estimated_seconds / 3600,
    legacy_auth_custom_roles: [],
    objects_to_be_dropped: [],
    unsupported_extensions: named('extension'),
    user_defined_objects_in_internal_schemas: [],
    validation_errors: blockers.map(validationError),
    warnings: [],
  };
}

function validationError({ kind, name, message }: UpgradeEligibility['blockers'][number]) {
  if (kind === 'extension') return { type: 'unsupported_extension', extension_name: name, message };
  if (kind === 'replication_slot') return { type: 'active_replication_slot', slot_name: name, message };
  return { type: kind, name, message };
}

export function presentV1Status(state: UpgradeState | null) {
  if (state === null) return { databaseUpgradeStatus: null };
  const { initiated_at, latest_status_at, target_version, status, progress, error } = state;
  return {
    databaseUpgradeStatus: {
      initiated_at,
      latest_status_at,
      target_version,
      status,
      ...(progress === undefined ? {} : { progress }),
      ...(error === undefined ? {} : { error }),
    },
  };
}
