import { ROW_LIMITS } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { ChoiceField } from '../../ui/choice-field.tsx';
import type { RowLimit } from './preferences.ts';
import classes from './run-toolbar.module.css';

interface RunToolbarProps {
  canRun: boolean;
  isRunning: boolean;
  hasSelection: boolean;
  rowLimit: RowLimit;
  isReadOnly: boolean;
  onRun: () => void;
  onCancel: () => void;
  onRowLimit: (limit: RowLimit) => void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const options = ROW_LIMITS.map((limit) => ({
  value: String(limit),
  label: limit === -1 ? 'No limit' : `${limit.toLocaleString('en-US')} rows`,
}));

/** Run, cancel and the row limit. Run keeps its place and its focus while a query runs. */
export function RunToolbar(props: RunToolbarProps) {
  const isOff = props.isRunning || !props.canRun;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Query">
      <Button
        variant="filled"
        leftSection={<IconPlayerPlayFilled size={13} />}
        rightSection={
          <kbd className={classes.keys} aria-hidden>
            {isApple ? '⌘↵' : 'Ctrl ↵'}
          </kbd>
        }
        aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
        {...(isOff ? { 'data-disabled': true } : {})}
        aria-disabled={isOff}
        onClick={() => {
          if (!isOff) props.onRun();
        }}
      >
        {props.hasSelection ? 'Run selection' : 'Run'}
      </Button>
      {props.isRunning && (
        <Button leftSection={<IconPlayerStopFilled size={13} />} onClick={props.onCancel}>
          Cancel
        </Button>
      )}
      <span className={classes.room} />
      {props.isReadOnly && (
        <span
          className={classes.badge}
          title="You may read this database but not change it: your SQL runs in a read-only transaction."
        >
          Read-only
        </span>
      )}
      <ChoiceField
        label="Row limit"
        options={options}
        value={String(props.rowLimit)}
        onChange={(value) => {
          const chosen = ROW_LIMITS.find((limit) => String(limit) === value);
          if (chosen !== undefined) props.onRowLimit(chosen);
        }}
      />
    </div>
  );
}
