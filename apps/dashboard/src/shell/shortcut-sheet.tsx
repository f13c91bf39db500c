import '../theme/dialog.ts';
import { Modal, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { modKey } from '../lib/mod-key.ts';
import { KeyCaps } from '../ui/key-caps.tsx';
import classes from './shortcut-sheet.module.css';

interface ShortcutSheetProps {
  goPages: readonly { goKey: string; label: string }[];
  areSingleKeysOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onClose: () => void;
}

/** All shortcuts that work on every page, and where those of the editors are written. */
export function ShortcutSheet({ goPages, areSingleKeysOn, onSwitch, onClose }: ShortcutSheetProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.sheet}>
        <Keys
          title="Everywhere"
          keys={[
            { label: 'Find a page or something to do', keys: [modKey(), 'K'] },
            { label: 'These shortcuts', keys: ['?'] },
          ]}
        />
        <Keys
          title="In a project"
          keys={[
            { label: 'Assistant', keys: [modKey(), 'I'] },
            { label: 'SQL beside the page', keys: [modKey(), 'E'] },
          ]}
        />
        <Keys
          title="In a list"
          keys={[
            { label: 'Next', keys: ['J'] },
            { label: 'Previous', keys: ['K'] },
            { label: 'Open', keys: ['Enter'] },
          ]}
          isOff={!areSingleKeysOn}
        />
        <Keys
          title="Go to"
          keys={goPages.map(({ goKey, label }) => ({ label, keys: ['G', goKey.toUpperCase()] }))}
          isOff={!areSingleKeysOn}
        />
      </div>
      <div className={classes.foot}>
        <Switch
          label="Single keys go to pages and through lists"
          checked={areSingleKeysOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <Link to="/docs/$name" params={{ name: 'sql-editor' }} hash="keys" onClick={onClose}>
          Keys of the SQL editor
        </Link>
      </div>
    </Modal>
  );
}

interface KeysProps {
  title: string;
  keys: readonly { label: string; keys: readonly string[] }[];
  isOff?: boolean;
}

function Keys({ title, keys, isOff }: KeysProps) {
  return (
    <section className={classes.group} data-off={isOff || undefined}>
      <h3>{title}</h3>
      <dl>
        {keys.map(({ label, keys }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
