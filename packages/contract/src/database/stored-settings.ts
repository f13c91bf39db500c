import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, storableText } from '../shared/names.ts';

/** Which stored setting: of a role, of a database, of a role in one database; of all roles when both are null. */
export const settingName = z.object({
  role: storableText.max(256).nullable(),
  database: storableText.max(256).nullable(),
  name: storableText.max(1_024),
});
export type SettingName = z.infer<typeof settingName>;

/** A value that `alter role … set` or `alter database … set` stored: every new connection begins with it. */
export const storedSetting = settingName.extend({
  /** At most {@link MAX_SETTING_LENGTH} characters of it. */
  value: z.string(),
  /**
   * `standard`: every project has it. `changed`: every project has it with another value. `own`: somebody of the project
   * stored it.
   */
  origin: z.enum(['standard', 'changed', 'own']),
  /** What takes it back, to the standard value where there is one; null for what the project's people cannot change. */
  undo: z.string().nullable(),
});
export type StoredSetting = z.infer<typeof storedSetting>;

export const MAX_SETTING_LENGTH = 1_000;
/** Settings reset at once. */
export const MAX_SETTINGS_RESET = 500;

export const storedSettings = {
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/stored-settings' })
    .input(z.object({ ref: projectRef }))
    .output(z.array(storedSetting)),
  /** Takes settings back, all of them or none, and answers what is left. One that is gone already is no obstacle. */
  reset: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/stored-settings/reset' })
    .input(z.object({ ref: projectRef, settings: z.array(settingName).min(1).max(MAX_SETTINGS_RESET) }))
    .output(z.array(storedSetting)),
};
