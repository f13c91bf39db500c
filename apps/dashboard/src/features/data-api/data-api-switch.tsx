import type { DataApiConfig, Project } from '@basalt/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { schemasToSwitchOn } from './config-draft.ts';
import classes from './data-api-switch.module.css';
import { useChangeConfig } from './use-change-config.ts';

/** Switches the whole Data API off, after asking, and on. */
export function DataApiSwitch({ project, config }: { project: Project; config: DataApiConfig }) {
  const [asking, setAsking] = useState(false);
  const isOn = config.db_schema !== '';
  const { run, isRunning } = useChangeConfig(project.ref, {
    done: `Successfully switched the Data API ${isOn ? 'off' : 'on'}`,
    failed: (message) => `Failed to switch the Data API ${isOn ? 'off' : 'on'}: ${message}`,
  });
  return (
    <div className={classes.row}>
      <p className={classes.text}>
        {isOn
          ? 'While it is off, every request to it is refused. Auth and direct connections go on working.'
          : 'The Data API is switched off: every request to it is refused.'}
      </p>
      <GuardedButton
        variant={isOn ? 'default' : 'filled'}
        reason={disabledReason(project, config)}
        loading={!isOn && isRunning}
        onClick={() =>
          isOn ? setAsking(true) : void run({ db_schema: schemasToSwitchOn(config.available_schemas ?? []) })
        }
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Switch the Data API off"
        confirmLabel="Switch off"
        danger
        isRunning={isRunning}
        onConfirm={async () => {
          await run({ db_schema: '' });
          setAsking(false);
        }}
      >
        <p>
          Apps that read or write through the Data API stop working at once. The choice of exposed schemas is
          lost; no table is changed.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function disabledReason(
  { abilities, status }: Project,
  { available_schemas: schemas }: DataApiConfig,
): string | null {
  if (!abilities.update_api_config) return 'You need additional permissions to change these settings';
  if (status === 'INACTIVE') return 'The project is paused. Restore it first.';
  return schemas === null ? 'The database does not answer.' : null;
}
