import { UPGRADE_STATUS, type UpgradeEligibility, type UpgradeState } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import type { OperationRow, OperationStepRow, ProjectRow } from '../kernel/schema.ts';
import { askKeeper } from '../projects/keeper-of.ts';
import { isKept } from '../projects/own-cluster.ts';
import { majorOf, readUpgradeInput, upgradeError, upgradeProgress } from './upgrade-rules.ts';

/** The upgrade with this tracking id, else the newest of the project; null when there was none. */
export async function readUpgradeStatus(
  { db, clusters, keeper }: Pick<Dependencies, 'db' | 'clusters' | 'keeper'>,
  project: ProjectRow,
  trackingId: string | undefined,
): Promise<UpgradeState | null> {
  const operation = await findUpgrade(db, project.id, trackingId);
  if (operation === null) return null;
  const steps = await db
    .selectFrom('operation_steps')
    .selectAll()
    .where('operation_id', '=', operation.id)
    .orderBy('position')
    .execute();
  const inPlace = isKept(project);
  const [isBackedUp, kept] = await Promise.all([
    inPlace ? hasKeptBackup({ keeper }, project, operation) : hasBackupSince(db, operation),
    clusters.kept(project.ref),
  ]);
  const hasFormer = kept.some(({ id }) => id === operation.id);
  return present(operation, steps, { inPlace, isBackedUp, hasFormer });
}

function present(
  operation: OperationRow,
  steps: OperationStepRow[],
  { inPlace, isBackedUp, hasFormer }: { inPlace: boolean; isBackedUp: boolean; hasFormer: boolean },
): UpgradeState {
  const { state, result } = operation;
  const { from, to } = readUpgradeInput(operation.input);
  const error = upgradeError(steps, inPlace);
  const latest = steps.map((step) => step.finished_at ?? step.started_at).findLast((at) => at !== null);
  return {
    tracking_id: operation.id,
    initiated_at: operation.started_at.toISOString(),
    latest_status_at: (operation.finished_at ?? latest ?? operation.started_at).toISOString(),
    from_version: Number(from),
    target_version: Number(to),
    status: {
      running: UPGRADE_STATUS.upgrading,
      done: UPGRADE_STATUS.upgraded,
      failed: UPGRADE_STATUS.failed,
    }[state],
    progress: upgradeProgress(steps, state, isBackedUp, inPlace),
    ...(state === 'failed' && error !== undefined ? { error } : {}),
    reason: operation.reason,
    in_place: inPlace,
    steps: steps.map(({ name, state }) => ({ name, state })),
    left_at: typeof result.left_at === 'string' ? result.left_at : null,
    detail: steps.find((step) => step.state === 'running')?.progress ?? null,
    kept_database_id: state === 'done' && hasFormer ? operation.id : null,
  };
}

async function findUpgrade(
  db: Database,
  projectId: number,
  trackingId: string | undefined,
): Promise<OperationRow | null> {
  const upgrades = await db
    .selectFrom('operations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', 'upgrade')
    .orderBy('started_at', 'desc')
    .execute();
  return (trackingId === undefined ? upgrades[0] : upgrades.find(({ id }) => id === trackingId)) ?? null;
}

/** Whether the full backup that follows an upgrade is there. */
async function hasBackupSince(db: Database, { project_id, finished_at }: OperationRow): Promise<boolean> {
  if (finished_at === null) return false;
  const backup = await db
    .selectFrom('backups')
    .select('id')
    .where('project_id', '=', project_id)
    .where('state', '=', 'done')
    .where('started_at', '>=', finished_at)
    .limit(1)
    .executeTakeFirst();
  return backup !== undefined;
}

/** The same where backups are kept elsewhere; what does not answer now has none. */
async function hasKeptBackup(
  ports: Pick<Dependencies, 'keeper'>,
  { ref }: ProjectRow,
  { state, input }: OperationRow,
): Promise<boolean> {
  if (state !== 'done') return false;
  const major = majorOf(readUpgradeInput(input).to);
  const found = await askKeeper(ports, (keeper) => keeper.backups(ref)).catch(() => null);
  return found?.backups.some((backup) => backup.isRestorable && backup.major === major) ?? false;
}

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
