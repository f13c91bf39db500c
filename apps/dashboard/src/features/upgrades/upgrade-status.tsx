import { type Project, UPGRADE_STATUS, type UpgradeState } from '@basalt/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
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
  const search: Record<string, unknown> = useSearch({ strict: false });
  const trackingId = textParam(search.trackingId);
  const upgrade = useUpgradeAtWork(project.ref, trackingId ?? null);
  const navigate = useNavigate();
  // Whoever leaves the page of one that is over is not led back to it.
  const current = upgrade?.status === UPGRADE_STATUS.upgrading ? upgrade.tracking_id : undefined;
  useEffect(() => {
    if (current === undefined || current === trackingId) return;
    void navigate({
      to: '/project/$ref',
      params: { ref: project.ref },
      search: { trackingId: current },
      replace: true,
    });
  }, [current, trackingId, navigate, project.ref]);
  return <UpgradePage project={project} upgrade={upgrade} />;
}

/**
 * The upgrade that the address names, followed to its end; null until something is known of it. An address may name one
 * that was over before, or none at all: then it is the newest of the project, which is the one at work.
 */
function useUpgradeAtWork(ref: string, trackingId: string | null): UpgradeState | null {
  const [outdated, setOutdated] = useState<string | null>(null);
  const seenAtWork = useRef<string>(null);
  const named = trackingId === outdated ? null : trackingId;
  const { data: upgrade, isFetchedAfterMount, isPlaceholderData, isError } = useUpgrade(ref, named);
  useEffect(() => {
    if (upgrade?.status === UPGRADE_STATUS.upgrading) seenAtWork.current = upgrade.tracking_id;
    else if (named !== null && named !== seenAtWork.current && (isFetchedAfterMount || isError))
      setOutdated(named);
  }, [upgrade, named, isFetchedAfterMount, isError]);
  return isFetchedAfterMount || isPlaceholderData ? (upgrade ?? null) : null;
}

/** An upgrade in the state that it has: at work, done or failed. Null while nothing is known of it. */
export function UpgradePage({ project, upgrade }: { project: Project; upgrade: UpgradeState | null }) {
  if (upgrade?.status === UPGRADE_STATUS.upgraded) return <Upgraded project={project} upgrade={upgrade} />;
  if (upgrade?.status === UPGRADE_STATUS.failed) return <UpgradeFailed project={project} upgrade={upgrade} />;
  return <UpgradeRunning project={project} upgrade={upgrade} />;
}
