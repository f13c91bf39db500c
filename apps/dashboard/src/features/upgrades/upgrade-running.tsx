import type { Project, UpgradeState } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { duration } from '../../lib/format/duration.ts';
import { useAction } from '../../lib/use-action.ts';
import { useNow } from '../../lib/use-now.ts';
import { ProgressBar } from '../../operations/progress/progress-bar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { StatePage } from '../../ui/pages/state-page.tsx';
import { cancelDisabledReason } from './disabled-reason.ts';
import { StepList } from './step-list.tsx';
import classes from './upgrade-running.module.css';
import { upgradeSteps } from './upgrade-steps.ts';

/** An upgrade at work: where it is, how far the copy is, and the way back. */
export function UpgradeRunning({ project, upgrade }: { project: Project; upgrade: UpgradeState | null }) {
  const versions =
    upgrade === null
      ? 'a newer version of PostgreSQL'
      : `PostgreSQL ${upgrade.target_version} from ${upgrade.from_version}`;
  const isInPlace = project.kept_by !== null;
  return (
    <StatePage
      mark="live"
      title="Upgrading in progress"
      status="UPGRADING"
      text={
        <p>
          {project.name} moves to {versions}. From the {isInPlace ? 'third' : 'fourth'} step on it accepts no
          connections until it is done; you can leave this page meanwhile.
        </p>
      }
      foot={
        upgrade === null || isInPlace ? undefined : (
          <CancelUpgrade project={project} from={upgrade.from_version} />
        )
      }
    >
      <StepList
        steps={upgradeSteps(upgrade, 'running', isInPlace)}
        {...(upgrade?.detail ? { detail: <Detail detail={upgrade.detail} /> } : {})}
        {...(upgrade === null ? {} : { foot: <Elapsed since={upgrade.initiated_at} /> })}
      />
    </StatePage>
  );
}

/** Sizes where there are any; some steps only say what they do. */
function Detail({ detail }: { detail: NonNullable<UpgradeState['detail']> }) {
  const hasSizes = detail.total_bytes !== null || detail.done_bytes > 0;
  return hasSizes ? <ProgressBar progress={detail} /> : <p className={classes.detail}>{detail.text}</p>;
}

function Elapsed({ since }: { since: string }) {
  const now = useNow(true);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000)) * 1_000;
  return <p>Started {seconds < 1_000 ? 'just now' : `${duration(seconds)} ago`}</p>;
}

/** Calls an upgrade off: the project goes on with the old cluster. */
function CancelUpgrade({ project, from }: { project: Project; from: number }) {
  const [asking, setAsking] = useState(false);
  const { run, isRunning } = useAction({
    mutation: orpc.upgrades.cancel.mutationOptions(),
    done: 'Canceling the upgrade',
    failed: (message) => `Failed to cancel the upgrade: ${message}`,
  });
  return (
    <>
      <GuardedButton reason={cancelDisabledReason(project)} onClick={() => setAsking(true)}>
        Cancel upgrade
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Cancel upgrade"
        confirmLabel="Go back to the old database"
        isRunning={isRunning}
        onConfirm={() => void run({ ref: project.ref }).then(() => setAsking(false))}
      >
        <p>
          The project goes back to PostgreSQL {from} with all its data, within a few seconds. What has been
          copied so far is deleted.
        </p>
      </ConfirmDialog>
    </>
  );
}
