import type { StoredSetting } from '@basalt/contract';
import { useId } from 'react';
import { ActionRows } from '../../ui/lists/action-row.tsx';
import { settingKey } from './setting-labels.ts';
import { SettingRow } from './setting-row.tsx';
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
