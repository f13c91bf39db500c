import type { ReactNode } from 'react';
import { useProject } from '../../api/use-project.ts';
import { UpgradePage } from './upgrade-status.tsx';
import { useUpgrade } from './use-upgrade.ts';

interface UpgradeOutcomeProps {
  projectRef: string;
  trackingId: string;
  /** Shown when there is no such upgrade. */
  children: ReactNode;
}

/** The page of one upgrade when the project itself is back. */
export function UpgradeOutcome({ projectRef, trackingId, children }: UpgradeOutcomeProps) {
  const { data: project } = useProject(projectRef);
  const { data: upgrade, isError } = useUpgrade(projectRef, trackingId);
  if (upgrade === null || isError) return children;
  if (project === undefined || upgrade === undefined) return null;
  return <UpgradePage project={project} upgrade={upgrade} />;
}
