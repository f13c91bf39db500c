import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { toApiError } from '../../api/api-error.ts';
import { type SaveState, saveStatus } from '../../lib/save-machine.ts';
import classes from './saving-state.module.css';

/** Whether the server has what is shown. */
export function SavingState({ saving, onRetry }: { saving: SaveState<unknown>; onRetry: () => void }) {
  const status = saveStatus(saving);
  const hasFailed = saving.phase === 'failed';
  return (
    <span className={classes.state} data-status={status}>
      <span role="status" title={hasFailed ? toApiError(saving.error).message : undefined}>
        {status === 'IDLE' && <IconCheck size={14} stroke={1.75} aria-hidden="true" />}
        {status === 'UPDATING_FAILED' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />}
        {WORDS[status]}
      </span>
      {hasFailed && (
        <Button size="xs" onClick={onRetry}>
          Save again
        </Button>
      )}
    </span>
  );
}

const WORDS = { IDLE: 'Saved', UPDATING: 'Saving…', UPDATING_FAILED: 'Not saved' };
