import { type Project, UPGRADE_STATUS, type UpgradeState } from '@basalt/contract';
import { exactTime } from '../../lib/format/moment.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { OldCluster } from './old-cluster.tsx';

interface WayBackProps {
  project: Project;
  upgrade: UpgradeState;
}

/** What leads back from an upgrade: the old cluster, or the archive of the old version. */
export function WayBack({ project, upgrade }: WayBackProps) {
  return upgrade.in_place ? (
    <Archive project={project} upgrade={upgrade} />
  ) : (
    <OldCluster project={project} upgrade={upgrade} />
  );
}

function Archive({ project: { ref }, upgrade }: WayBackProps) {
  const { from_version: from, left_at: leftAt, status } = upgrade;
  if (status !== UPGRADE_STATUS.upgraded || leftAt === null) return null;
  return (
    <Section
      title={`The archive of PostgreSQL ${from} is kept`}
      description={
        <>
          CloudNativePG has upgraded the data where it was, so there is no way back in place. What the project
          was before, until <time dateTime={leftAt}>{exactTime(leftAt)}</time>, can be restored into a new
          project with PostgreSQL {from} as long as the object store keeps its backups.
        </>
      }
      actions={
        <ButtonLink to="/project/$ref/database/backups/scheduled" params={{ ref }}>
          Go to the backups
        </ButtonLink>
      }
    />
  );
}
