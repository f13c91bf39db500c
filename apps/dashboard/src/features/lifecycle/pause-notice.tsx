import type { PauseStatus, Project } from '@basalt/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { pauseWindow } from './pause-window.ts';

interface PauseNoticeProps {
  project: Project;
  pause: UseQueryResult<PauseStatus>;
  isFree: boolean;
}

/** How long the project can still be restored here; other plans than the free one know no end, and are told what it takes. */
export function PauseNotice({ project, pause, isFree }: PauseNoticeProps) {
  const { data, error, refetch } = pause;
  if (data === undefined && error !== null) {
    return (
      <ErrorState error={error} title="Failed to retrieve pause status" onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Skeleton height={64} radius={6} />;
  if (!data.can_restore) {
    return (
      <Notice
        tone="warn"
        title={`This project has been paused for more than ${data.max_days_till_restore_disabled} days`}
        actions={isFree && <UpgradeLink slug={project.organization_slug} />}
      >
        <p>It can no longer be restored from the dashboard. Its data is kept and can be downloaded.</p>
      </Notice>
    );
  }
  if (!isFree) {
    return (
      <Notice tone="info" title="Restoring it takes compute again">
        <p>
          It starts with the compute size {project.compute_size}, and takes memory, processor time and a share
          of connections from this machine while it runs.
        </p>
      </Notice>
    );
  }
  const { days, until } = pauseWindow(data, Date.now());
  return (
    <Notice
      tone="info"
      title={days === 1 ? '1 day left to restore it' : `${days} days left to restore it`}
      actions={<UpgradeLink slug={project.organization_slug} />}
    >
      <p>
        On the free plan a project can be restored from the dashboard until {until}. After that its backups
        can still be downloaded.
      </p>
    </Notice>
  );
}

function UpgradeLink({ slug }: { slug: string }) {
  return (
    <ButtonLink to="/org/$slug/billing" params={{ slug }} search={{ panel: 'subscriptionPlan' }}>
      Upgrade to Pro
    </ButtonLink>
  );
}
