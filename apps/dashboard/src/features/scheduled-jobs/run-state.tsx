import type { JobRun } from '@basalt/contract';
import { duration, elapsed } from '../../lib/format/duration.ts';
import { StateLabel } from '../../ui/status/state-label.tsx';

const LOOKS = {
  starting: { label: 'Waiting', tone: 'live' },
  running: { label: 'Running', tone: 'live' },
  succeeded: { label: 'Succeeded', tone: 'ok' },
  failed: { label: 'Failed', tone: 'danger' },
} as const;

/** What came of a run. */
export function RunState({ run: { status, message } }: { run: JobRun }) {
  return <StateLabel {...LOOKS[status]} title={message ?? undefined} />;
}

/** How long a run took, or has taken until now. */
export function runDuration({ started_at, ended_at }: JobRun): string {
  const milliseconds = elapsed(started_at, ended_at, Date.now());
  return milliseconds === null ? '–' : duration(milliseconds);
}
