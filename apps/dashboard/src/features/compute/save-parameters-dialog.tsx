import type { Project } from '@basalt/contract';
import { useState } from 'react';
import { useOperations } from '../../operations/progress/use-operations.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import type { ParameterName } from './parameter-groups.ts';
import { restartSeconds } from './restart-seconds.ts';

interface SaveParametersDialogProps {
  project: Project;
  changed: readonly ParameterName[];
  opened: boolean;
  isRunning: boolean;
  onClose: () => void;
  onSave: (restart: boolean) => void;
}

/** Asks when changed parameters are to hold: now, with a restart, or from the next start on. */
export function SaveParametersDialog(props: SaveParametersDialogProps) {
  const { project, changed, opened, isRunning, onClose, onSave } = props;
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const { data: operations } = useOperations(project.ref);
  const isPaused = project.status === 'INACTIVE';
  const restarts = when === 'now' && !isPaused;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Save the configuration"
      confirmLabel={restarts ? 'Save and restart' : 'Save'}
      isRunning={isRunning}
      onConfirm={() => onSave(restarts)}
    >
      <p>
        Changed: <code>{changed.join(', ')}</code>
      </p>
      {isPaused ? (
        <p>The project is paused: the new values apply when it is restored.</p>
      ) : (
        <RadioGroup
          label="When"
          value={when}
          onChange={setWhen}
          options={[
            {
              value: 'now',
              label: 'Now',
              description: `The database restarts and is unavailable for about ${restartSeconds(project, operations)} s.`,
            },
            { value: 'later', label: 'From the next start on', description: 'Nothing restarts.' },
          ]}
        />
      )}
    </ConfirmDialog>
  );
}
