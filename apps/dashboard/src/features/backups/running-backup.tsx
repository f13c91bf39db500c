import type { Operation } from '@basalt/contract';
import { elapsed } from '../../lib/duration.ts';
import { useNow } from '../../lib/use-now.ts';
import { ProgressLine } from './progress-line.tsx';

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
