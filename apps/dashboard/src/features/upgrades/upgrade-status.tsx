import { type Project, UPGRADE_STATUS, type UpgradeState } from '@basalt/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { textParam } from '../../lib/pages/search-params.ts';
import { SCHEDULES } from '../../operations/follow/poll-schedules.ts';
import { useStatusPoll } from '../../operations/follow/use-status-poll.ts';
import { UpgradeFailed } from './upgrade-failed.tsx';
import { UpgradeRunning } from './upgrade-running.tsx';
import { Upgraded } from './upgraded.tsx';
import { useUpgrade } from './use-upgrade.ts';

/**
 * The page of a project that is being upgraded. An upgrade has an address of its own, the project's home with its
 * tracking id, so that its end can be shown there when the project is back.
 */
export function UpgradeStatusPage({ project }: { project: Project }) {
  useStatusPoll(project, SCHEDULES.upgrading);
  const { data: upgrade = null, isFetchedAfterMount } = useUpgrade(project.ref, null);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const trackingId = textParam(search.trackingId);
  const navigate = useNavigate();
  const current = isFetchedAfterMount ? upgrade?.tracking_id : undefined;
  useEffect(() => {
    if (current === undefined || current === trackingId) return;
    void navigate({
      to: '/project/$ref',
      params: { ref: project.ref },
      search: { trackingId: current },
      replace: true,
    });
  }, [current, trackingId, navigate, project.ref]);
  return <UpgradePage project={project} upgrade={isFetchedAfterMount ? upgrade : null} />;
}

/** An upgrade in the state that it has: at work, done or failed. Null while nothing is known of it. */
export function UpgradePage({ project, upgrade }: { project: Project; upgrade: UpgradeState | null }) {
  if (upgrade?.status === UPGRADE_STATUS.upgraded) return <Upgraded project={project} upgrade={upgrade} />;
  if (upgrade?.status === UPGRADE_STATUS.failed) return <UpgradeFailed project={project} upgrade={upgrade} />;
  return <UpgradeRunning project={project} upgrade={upgrade} />;
}
