import type { ComputeSettings, Project } from '@basalt/contract';
import { orpc } from '../../api/client.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { minuteTime } from '../../lib/format/moment.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { liftDisabledReason } from './disabled-reason.ts';
import { useComputeAction } from './use-compute.ts';

const MINUTES = 60;

interface ReadOnlyNoticeProps {
  project: Project;
  settings: ComputeSettings;
}

/** That the database takes no writes because its disk is full, and the way to let them through for a while. */
export function ReadOnlyNotice({ project, settings: { read_only, disk } }: ReadOnlyNoticeProps) {
  const { run, isRunning } = useComputeAction(project.ref, {
    mutation: orpc.compute.liftReadOnly.mutationOptions(),
    done: 'The read-only mode is lifted for an hour',
    failed: (message) => `Failed to lift the read-only mode: ${message}`,
  });
  const until = read_only.lifted_until;
  if (!read_only.enabled && until === null) return null;
  const lift = (
    <GuardedButton
      reason={liftDisabledReason(project)}
      loading={isRunning}
      onClick={() => void run({ ref: project.ref, minutes: MINUTES })}
    >
      Lift for an hour
    </GuardedButton>
  );
  if (until !== null) {
    return (
      <Notice tone="warn" title={`The read-only mode is lifted until ${minuteTime(until)}`}>
        <p>
          Make room before then: {byteSize(disk.used_bytes)} are used, and from{' '}
          {byteSize(disk.read_only_at_bytes)} on nothing can be written.
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title="This project is in read-only mode" actions={lift}>
      <p>
        {byteSize(disk.used_bytes)} of {disk.size_gb} GB are used
        {disk.temporary_bytes > 0 && `, ${byteSize(disk.temporary_bytes)} of it by temporary files`}. Nothing
        can be written until disk usage is below 95%: raise the disk size, or lift the mode and delete
        something.
      </p>
    </Notice>
  );
}
