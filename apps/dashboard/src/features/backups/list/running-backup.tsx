import type { Operation, Project, StepProgress } from '@basalt/contract';
import { orpc } from '../../../api/client.ts';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { duration, elapsed } from '../../../lib/format/duration.ts';
import { useNow } from '../../../lib/use-now.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { disabledReason } from '../state/disabled-reason.ts';
import { useBackupAction } from '../state/use-backups.ts';
import classes from './running-backup.module.css';

/** A backup that is being taken, from its operation. */
export function RunningBackup({ operation }: { operation: Operation }) {
  const now = useNow(true);
  const step = operation.steps.find(({ state }) => state === 'running');
  return (
    <ProgressLine
      text={step?.title ?? 'Taking a backup'}
      progress={step?.progress ?? null}
      took={elapsed(operation.started_at, operation.finished_at, now)}
    />
  );
}

/** Takes a backup at once. Its progress shows on the page. */
export function BackUpNow({ project, running }: { project: Project; running: Operation | null }) {
  const { run, isRunning } = useBackupAction({
    mutation: orpc.backups.create.mutationOptions(),
    done: 'Taking a backup',
    failed: (message) => `Failed to take a backup: ${message}`,
  });
  const isAtWork = running?.kind === 'back_up';
  return (
    <GuardedButton
      variant="filled"
      loading={isRunning}
      reason={isAtWork ? 'A backup is being taken.' : disabledReason('take', project, running !== null)}
      onClick={() => void run({ ref: project.ref })}
    >
      Back up now
    </GuardedButton>
  );
}

interface ProgressLineProps {
  text: string;
  progress: StepProgress | null;
  /** How long it has been at work, in milliseconds. */
  took?: number | null;
}

/** Work under way: what is being done and how far it is. */
export function ProgressLine({ text, progress, took = null }: ProgressLineProps) {
  const total = progress?.total_bytes ?? null;
  const share = total === null || total === 0 ? null : Math.min(1, (progress?.done_bytes ?? 0) / total);
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <span className={classes.text}>{progress?.text ?? text}</span>
        <span className={classes.numbers}>
          {[sizes(progress), took === null ? null : duration(took)]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
        data-unknown={share === null || undefined}
      >
        <div className={classes.fill} style={share === null ? undefined : { width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

function sizes(progress: StepProgress | null): string | null {
  if (progress === null) return null;
  const { done_bytes: done, total_bytes: total } = progress;
  return total === null ? byteSize(done) : `${byteSize(done)} of ${byteSize(total)}`;
}
