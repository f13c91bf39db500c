import '../../theme/dialog.ts';
import '@mantine/core/styles/Drawer.css';
import type { BackupOverview, Project } from '@basalt/contract';
import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import form from '../../ui/form.module.css';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { disabledReason } from './state/disabled-reason.ts';
import { useBackupAction } from './state/use-backups.ts';

interface PitrPanelProps {
  project: Project;
  overview: BackupOverview;
  opened: boolean;
  onClose: () => void;
}

/** Switches point-in-time recovery on or off. */
export function PitrPanel({ opened, onClose, ...props }: PitrPanelProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={440}
      title="Point-in-time recovery"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <PitrChoice {...props} onClose={onClose} />
    </Drawer>
  );
}

function PitrChoice({ project, overview, onClose }: Omit<PitrPanelProps, 'opened'>) {
  const { pitr, schedule, stored_bytes } = overview;
  const present = pitr.enabled ? 'on' : 'off';
  const [chosen, setChosen] = useState<'on' | 'off' | null>(null);
  const wanted = chosen ?? (pitr.enabled ? 'on' : 'off');
  const { run, isRunning, error } = useBackupAction({
    mutation: orpc.backups.setPitr.mutationOptions(),
    done: ({ pitr: { enabled } }) => `Switched point-in-time recovery ${enabled ? 'on' : 'off'}`,
    onDone: onClose,
  });
  const denied = disabledReason('amend', project, false);
  return (
    <div className={form.form}>
      <p>
        With it, every change is archived within seconds. Without it, what was written after the last backup
        is lost with the disk, and only whole backups can be restored.
      </p>
      <UnsavedGuard when={wanted !== present && !isRunning} />
      <RadioGroup
        label="Point-in-time recovery"
        value={wanted}
        onChange={setChosen}
        options={[
          {
            value: 'on',
            label: 'On',
            description: `Any second of the last ${schedule.retention_days} days. ${
              pitr.enabled
                ? `The changes take ${byteSize(stored_bytes.wal)} of disk now.`
                : 'It costs the disk space that the changes take, and begins with a new backup.'
            }`,
          },
          {
            value: 'off',
            label: 'Off',
            description: 'Backups only. A day of changes or more can be lost.',
          },
        ]}
      />
      {pitr.enabled && wanted === 'off' && (
        <Notice tone="warn" title="Moments between backups are given up">
          <p>They cannot be restored any more, even after it is switched on again.</p>
        </Notice>
      )}
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <GuardedButton
          variant="filled"
          loading={isRunning}
          reason={denied ?? (wanted === present ? `It is ${present} already.` : null)}
          onClick={() => void run({ ref: project.ref, enabled: wanted === 'on' })}
        >
          Save
        </GuardedButton>
      </div>
    </div>
  );
}
