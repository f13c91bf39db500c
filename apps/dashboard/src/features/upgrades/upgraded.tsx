import type { Operation, Project, UpgradeState } from '@basalt/contract';
import { duration } from '../../lib/format/duration.ts';
import { useOperations } from '../../operations/progress/use-operations.ts';
import { StatePage } from '../../ui/pages/state-page.tsx';
import { ReturnToProject } from './return-to-project.tsx';
import { StepList } from './step-list.tsx';
import { type BackupAfterwards, upgradeSteps } from './upgrade-steps.ts';
import { WayBack } from './way-back.tsx';

/** An upgrade that is done: the backup that follows it, and the way back while it is open. */
export function Upgraded({ project, upgrade }: { project: Project; upgrade: UpgradeState }) {
  const { data: operations } = useOperations(project.ref);
  const { from_version: from, target_version: to, initiated_at, latest_status_at } = upgrade;
  const took = Date.parse(latest_status_at) - Date.parse(initiated_at);
  return (
    <StatePage
      mark="warm"
      title="Upgrade completed"
      status={project.status}
      text={
        <p>
          {project.name} has moved from PostgreSQL {from} to {to} with all its data, in {duration(took)}.
          Clients connect again by themselves.
        </p>
      }
      actions={<ReturnToProject projectRef={project.ref} />}
    >
      <StepList steps={upgradeSteps(upgrade, backupAfterwards(operations, upgrade))} />
      <WayBack project={project} upgrade={upgrade} />
    </StatePage>
  );
}

/** How the backup goes, from the operations: one that has failed is not in progress any more. */
function backupAfterwards(
  operations: readonly Operation[] | undefined,
  { latest_status_at, in_place, left_at }: UpgradeState,
): BackupAfterwards {
  // Kubernetes makes it, where there is an archive at all.
  if (in_place) return left_at === null ? 'unknown' : 'running';
  const backups = operations?.filter(
    ({ kind, started_at }) => kind === 'back_up' && Date.parse(started_at) >= Date.parse(latest_status_at),
  );
  if (backups?.some(({ state }) => state === 'running')) return 'running';
  if (backups?.some(({ state }) => state === 'failed')) return 'failed';
  // It is asked for right after the upgrade; after a while without a sign of it, it was not.
  return Date.now() - Date.parse(latest_status_at) < 60_000 ? 'running' : 'unknown';
}
