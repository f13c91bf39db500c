import { ROW_LIMITS } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import type { RowLimit } from './preferences.ts';
import { ReadOnlySwitch } from './read-only-switch.tsx';
import classes from './run-toolbar.module.css';
import { SHORTCUTS } from './shortcuts.ts';
import { ToolButtons } from './tool-buttons.tsx';
import type { Tool } from './toolbar-tool.ts';

interface RunToolbarProps {
  canRun: boolean;
  isRunning: boolean;
  hasSelection: boolean;
  rowLimit: RowLimit;
  isReadOnly: boolean;
  isReadOnlyForced: boolean;
  tools: readonly Tool[];
  onRun: () => void;
  onCancel: () => void;
  onRowLimit: (limit: RowLimit) => void;
  onReadOnly: (isReadOnly: boolean) => void;
}

const options = ROW_LIMITS.map((limit) => ({
  value: String(limit),
  label: limit === -1 ? 'No limit' : `${limit.toLocaleString('en-US')} rows`,
}));

/** Run, cancel, tools, and how things are run. Run keeps its place and its focus while a query runs. */
export function RunToolbar(props: RunToolbarProps) {
  const isOff = props.isRunning || !props.canRun;
  return (
    <div className={classes.frame}>
      <div className={classes.toolbar} role="toolbar" aria-label="Query">
        <Button
          variant="filled"
          leftSection={<IconPlayerPlayFilled size={13} />}
          rightSection={
            <kbd className={classes.keys} aria-hidden>
              {SHORTCUTS.run.label}
            </kbd>
          }
          aria-keyshortcuts={SHORTCUTS.run.aria}
          title={`Run (${SHORTCUTS.run.label})`}
          {...(isOff ? { 'data-disabled': true } : {})}
          aria-disabled={isOff}
          onClick={() => {
            if (!isOff) props.onRun();
          }}
        >
          {props.hasSelection ? 'Run selection' : 'Run'}
        </Button>
        {props.isRunning && (
          <button type="button" className={classes.cancel} onClick={props.onCancel}>
            <IconPlayerStopFilled size={13} aria-hidden />
            <span>Cancel</span>
          </button>
        )}
        <ToolButtons tools={props.tools} />
        <span className={classes.room} />
        <ReadOnlySwitch
          isOn={props.isReadOnly}
          isForced={props.isReadOnlyForced}
          onChange={props.onReadOnly}
        />
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
    </div>
  );
}
