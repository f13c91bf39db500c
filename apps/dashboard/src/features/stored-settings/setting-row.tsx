import type { StoredSetting } from '@basalt/contract';
import { Button } from '@mantine/core';
import { ActionRow } from '../../ui/lists/action-row.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { ownerLabels, plainText } from './setting-labels.ts';
import classes from './stored-settings.module.css';

interface SettingRowProps {
  setting: StoredSetting;
  /** Left out for what is not to be reset here. */
  onReset?: () => void;
}

/** One stored setting: what it is set to, and whose it is. */
export function SettingRow({ setting, onReset }: SettingRowProps) {
  const { name, value, origin, undo } = setting;
  return (
    <ActionRow
      title={
        <code className={classes.assignment}>
          {plainText(name)} = {value === '' ? "''" : plainText(value)}
        </code>
      }
      text={
        <span className={classes.owner}>
          {ownerLabels(setting)}
          {origin === 'changed' && <Tag>Differs from the standard</Tag>}
          {origin !== 'standard' && undo === null && <Tag>Set by the operator</Tag>}
        </span>
      }
      action={
        onReset !== undefined && (
          <Button size="xs" aria-label={`Reset ${name} of ${ownerLabels(setting)}`} onClick={onReset}>
            Reset
          </Button>
        )
      }
    />
  );
}
