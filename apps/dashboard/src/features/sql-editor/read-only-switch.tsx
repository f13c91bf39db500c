import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import classes from './run-toolbar.module.css';

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
export function ReadOnlySwitch({ isOn, isForced, onChange }: ReadOnlySwitchProps) {
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
