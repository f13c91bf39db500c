import type { Project } from '@basalt/contract';
import { UpgradeSection } from './upgrade-section.tsx';
import { useUpgrade } from './use-upgrade.ts';
import { WayBack } from './way-back.tsx';

/** The version of PostgreSQL with the way to a newer one, and what the last upgrade has left. */
export function VersionSections({ project }: { project: Project }) {
  const { data: upgrade } = useUpgrade(project.ref, null);
  return (
    <>
      <UpgradeSection project={project} />
      {upgrade && <WayBack project={project} upgrade={upgrade} />}
    </>
  );
}
