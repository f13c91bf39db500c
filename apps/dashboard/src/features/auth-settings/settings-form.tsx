import type { FormEvent, ReactNode } from 'react';
import { Notice } from '../../ui/pages/notice.tsx';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { hasSecret } from './draft.ts';
import { SettingField } from './setting-field.tsx';
import classes from './settings-form.module.css';
import { type SettingsFormOptions, useSettingsForm } from './use-settings-form.ts';

interface SettingsFormProps extends SettingsFormOptions {
  mayUpdate: boolean;
  /** What stands below the fields. */
  children?: (form: ReturnType<typeof useSettingsForm>) => ReactNode;
}

/** Fields of some settings that are saved together. */
export function SettingsForm({ mayUpdate, children, ...options }: SettingsFormProps) {
  const form = useSettingsForm(options);

  function submit(event: FormEvent) {
    event.preventDefault();
    void form.save();
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={form.isChanged} />
      {form.shown.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          value={form.valueOf(setting)}
          onChange={(value) => form.edit(setting.name, value)}
          error={form.errorOf(setting.name)}
          isReadOnly={!mayUpdate}
          isSet={hasSecret(setting, options.config)}
          isForgotten={form.isForgotten(setting.name)}
        />
      ))}
      {children?.(form)}
      {form.refusal !== null && <Notice tone="danger">{form.refusal}</Notice>}
      {mayUpdate ? (
        <SaveFoot changed={form.changed} isRunning={form.isSaving} onDiscard={form.discard} />
      ) : (
        <p className={classes.denied}>You need additional permissions to change these settings.</p>
      )}
    </form>
  );
}
