import { ROW_LIMITS } from '@basalt/contract';
import { Button } from '@mantine/core';
import {
  type Icon,
  IconLock,
  IconLockOpen2,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
} from '@tabler/icons-react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import type { RowLimit } from './preferences.ts';
import classes from './run-toolbar.module.css';
import { SHORTCUTS } from './shortcuts.ts';

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

/** The tools as buttons; the style sheet leaves one of the two forms away, and its words where they do not fit. */
function ToolButtons({ tools }: { tools: readonly Tool[] }) {
  return (
    <>
      <div className={classes.tools}>
        {tools.map(({ label, word = label, icon: ToolIcon, keys, onChoose }) => (
          <button
            key={label}
            type="button"
            className={classes.tool}
            title={keys === undefined ? label : `${label} (${keys.label})`}
            aria-label={label}
            aria-keyshortcuts={keys?.aria}
            onClick={onChoose}
          >
            <ToolIcon size={15} stroke={1.75} aria-hidden />
            <span className={classes.word}>{word}</span>
          </button>
        ))}
      </div>
      <div className={classes.more}>
        <RowMenu
          label="More tools"
          entries={() =>
            tools.map(({ label, keys, onChoose }) => ({
              label,
              ...(keys === undefined ? {} : { text: keys.label }),
              onChoose,
            }))
          }
        />
      </div>
    </>
  );
}

interface ReadOnlySwitchProps {
  isOn: boolean;
  /** Whoever may only read cannot turn it off. */
  isForced: boolean;
  onChange: (isOn: boolean) => void;
}

const FORCED = 'You may read this database but not change it: your SQL runs in a read-only transaction.';
const ON = 'Read-only: nothing that is run can change the database.';
const OFF = 'Turn on to run everything in read-only transactions.';

/** Whether what is run may write. */
function ReadOnlySwitch({ isOn, isForced, onChange }: ReadOnlySwitchProps) {
  const Sign = isOn ? IconLock : IconLockOpen2;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-disabled={isForced}
      aria-label="Read-only"
      title={isForced ? FORCED : isOn ? ON : OFF}
      className={classes.lock}
      onClick={() => {
        if (!isForced) onChange(!isOn);
      }}
    >
      <Sign size={15} stroke={1.75} aria-hidden />
      <span className={classes.word}>Read-only</span>
    </button>
  );
}

/** Something the toolbar offers, as a button where there is room and in a menu where there is none. */
interface Tool {
  label: string;
  /** In place of the label where there is little room. */
  word?: string;
  icon: Icon;
  /** The keys that do the same. */
  keys?: { label: string; aria: string };
  onChoose: () => void;
}
