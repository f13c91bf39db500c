import type { Project, UpgradeState } from '@basalt/contract';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { StatePage } from '../../ui/pages/state-page.tsx';
import { SupportLink } from '../../ui/pages/support-link.tsx';
import { ReturnToProject } from './return-to-project.tsx';
import { StepList } from './step-list.tsx';
import { upgradeSteps, wasCancelled } from './upgrade-steps.ts';

/** An upgrade that came to nothing: the project goes on with what it had, and why. */
export function UpgradeFailed({ project, upgrade }: { project: Project; upgrade: UpgradeState }) {
  const { target_version: to, reason } = upgrade;
  const isCancelled = wasCancelled(upgrade);
  const report = reportOf(project.ref, upgrade);
  return (
    <StatePage
      mark={project.status === 'ACTIVE_UNHEALTHY' ? 'cold' : 'warm'}
      title={isCancelled ? 'Upgrade canceled' : 'We ran into an issue while upgrading your project'}
      status={project.status}
      text={<p>{whereItIs(project, upgrade, isCancelled)}</p>}
      actions={
        <>
          <ReturnToProject projectRef={project.ref} />
          {!isCancelled && (
            <SupportLink
              project={project}
              subject={`The upgrade of ${project.name} to PostgreSQL ${to} failed`}
              message={report}
            />
          )}
        </>
      }
    >
      {!isCancelled && reason !== null && (
        <Notice tone="danger" title="Reason" actions={<CopyButton value={report} label="details" withText />}>
          <p>{reason}</p>
        </Notice>
      )}
      <StepList steps={upgradeSteps(upgrade)} />
    </StatePage>
  );
}

function whereItIs(
  { name, status, postgres_version }: Project,
  { from_version: from, target_version: target, in_place }: UpgradeState,
  isCancelled: boolean,
): string {
  if (in_place && postgres_version.startsWith(`${target}.`))
    return `The data of ${name} has been upgraded to PostgreSQL ${target}, and a step after that has failed. Restart the project, or contact support.`;
  if (status === 'ACTIVE_UNHEALTHY') {
    return `${name} was put back to PostgreSQL ${from}, but its database does not answer. Your data is intact; restart the project, or contact support.`;
  }
  const back = `${name} is back online with PostgreSQL ${from} and all its data, as it was before`;
  return isCancelled ? `${back}.` : `${back}. If trying again does not help, contact support.`;
}

/** What whoever helps needs to know, as plain text. */
function reportOf(ref: string, upgrade: UpgradeState): string {
  const { tracking_id, from_version, target_version, initiated_at, error, reason } = upgrade;
  return [
    `Project: ${ref}`,
    `Upgrade: ${tracking_id}, PostgreSQL ${from_version} to ${target_version}`,
    `Started: ${initiated_at}`,
    `Failed at: ${error ?? 'not known'}`,
    `Reason: ${reason ?? 'not known'}`,
  ].join('\n');
}
