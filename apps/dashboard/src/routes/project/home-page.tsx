import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ProjectHome } from '../../features/project-home/project-home.tsx';

const UpgradeOutcome = lazy(() =>
  import('../../features/upgrades/upgrade-outcome.tsx').then((module) => ({
    default: module.UpgradeOutcome,
  })),
);

/** The project's home, or how the upgrade ended that the address names. */
export function HomePage() {
  const from = '/signed-in/project/$ref/';
  const { ref } = useParams({ from });
  const { trackingId } = useSearch({ from });
  const home = <ProjectHome projectRef={ref} />;
  if (trackingId === undefined) return home;
  return (
    <Suspense>
      <UpgradeOutcome projectRef={ref} trackingId={trackingId}>
        {home}
      </UpgradeOutcome>
    </Suspense>
  );
}
