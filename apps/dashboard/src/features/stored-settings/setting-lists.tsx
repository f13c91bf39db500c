import type { StoredSetting } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { ownerLabels, plainText, settingKey } from './setting-labels.ts';
import classes from './stored-settings.module.css';

interface SettingListsProps {
  settings: readonly StoredSetting[];
  onReset: (setting: StoredSetting) => void;
}

/** What people stored, and below it what every project has. */
export function SettingLists({ settings, onReset }: SettingListsProps) {
  const id = useId();
  const theirs = settings.filter(({ origin }) => origin !== 'standard');
  const standard = settings.filter(({ origin }) => origin === 'standard');
  return (
    <div className={classes.lists}>
      {theirs.length === 0 ? (
        <p className={classes.quiet}>Nothing is stored besides the standard settings.</p>
      ) : (
        <ActionRows label="Settings stored in this project">
          {theirs.map((setting) => (
            <SettingRow
              key={settingKey(setting)}
              setting={setting}
              {...(setting.undo === null ? {} : { onReset: () => onReset(setting) })}
            />
          ))}
        </ActionRows>
      )}
      {standard.length > 0 && (
        <section className={classes.group} aria-labelledby={id}>
          <h3 id={id} className={classes.heading}>
            Standard settings of every project
          </h3>
          <ActionRows label="Standard settings">
            {standard.map((setting) => (
              <SettingRow key={settingKey(setting)} setting={setting} />
            ))}
          </ActionRows>
        </section>
      )}
    </div>
  );
}

interface SettingRowProps {
  setting: StoredSetting;
  /** Left out for what is not to be reset here. */
  onReset?: () => void;
}

/** One stored setting: what it is set to, and whose it is. */
function SettingRow({ setting, onReset }: SettingRowProps) {
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
