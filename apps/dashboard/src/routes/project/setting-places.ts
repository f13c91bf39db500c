import { AUTH_PLACES } from '../../features/auth-settings/auth-places.ts';
import { FIELDS as DATA_API } from '../../features/data-api/config-draft.ts';
import { ALLOWED, ENFORCE, RESTRICT } from '../../features/network-access/labels.ts';
import { POOL_SIZE } from '../../features/pooler/pool-size.ts';
import { NUMBER_FIELDS, SWITCH_FIELDS } from '../../features/realtime/settings/fields.ts';
import { FIELDS as FILES } from '../../features/storage-settings/files-draft.ts';
import type { ServerNeed } from '../../lib/pages/server-need.ts';
import type { SettingPlace } from '../../lib/pages/setting-place.ts';

interface Field {
  label: string;
  description?: string;
}

const at = (page: string, section: string, fields: readonly Field[]): SettingPlace[] =>
  fields.map(({ label, description }) => ({ path: `/project/$ref/${page}`, section, label, description }));

const section = (page: string, section: string, keywords: string): SettingPlace => ({
  path: `/project/$ref/${page}`,
  section,
  keywords,
});

/** Settings of the database's server. */
const ofServer = (places: readonly SettingPlace[], needsOwnServer: ServerNeed = true) =>
  places.map((place): SettingPlace => ({ ...place, needsOwnServer }));

/** Every setting of a project, page by page. */
export const SETTING_PLACES: readonly SettingPlace[] = [
  ...at('settings/general', 'Project', [{ label: 'Project name', description: 'Rename the project.' }]),
  ...ofServer([section('settings/general', 'Availability', 'restart pause restore stop')], 'or kept'),
  section('settings/general', 'Custom domain', 'hostname vanity subdomain dns'),
  section('settings/general', 'Transfer project', 'organization move'),
  section('settings/general', 'Delete project', 'remove'),
  section('settings/api', 'API keys', 'publishable secret anon service_role'),
  section('settings/api', 'JWT signing keys', 'rotate jwks secret tokens'),
  ...at('settings/api', 'Data API', Object.values(DATA_API)),
  ...ofServer(
    [
      section(
        'settings/database',
        'PostgreSQL configuration',
        'parameters postgres work_mem max_connections',
      ),
      ...at('settings/database', 'Connection pooling', [POOL_SIZE]),
    ],
    'or kept',
  ),
  ...ofServer([
    ...at('settings/database', 'SSL', [ENFORCE]),
    ...at('settings/database', 'Network restrictions', [RESTRICT, ALLOWED]),
    section('settings/database', 'Stored settings', 'statement_timeout alter role alter database'),
  ]),
  ...at('settings/storage', 'Files', Object.values(FILES)),
  section('settings/storage', 'S3 access keys', 'credentials'),
  section('settings/compute-and-disk', 'Compute size', 'memory cpu connections resize'),
  ...ofServer([section('settings/compute-and-disk', 'Disk size', 'quota space')]),
  ...AUTH_PLACES,
  ...at('realtime/settings', 'Settings', [...Object.values(SWITCH_FIELDS), ...NUMBER_FIELDS]),
  ...ofServer(
    at('database/backups/scheduled', 'Schedule', [
      { label: 'Take a backup every day' },
      { label: 'Days to keep backups', description: 'Retention.' },
    ]),
  ),
];
