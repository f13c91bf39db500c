import { PROVIDER_LABELS } from '../features/organization-settings/ai/provider-draft.ts';
import type { SettingPlace } from '../lib/pages/setting-place.ts';

const GENERAL = '/org/$slug/general';

const section = (section: string, keywords: string): SettingPlace => ({ path: GENERAL, section, keywords });

/** Every setting of an organization, page by page. */
export const ORGANIZATION_PLACES: readonly SettingPlace[] = [
  section('Name', 'rename organization'),
  section('Slug', 'organization address url'),
  {
    path: GENERAL,
    section: 'AI assistant',
    label: 'Shared with the provider',
    description: 'Opt in: schema, logs, data.',
  },
  { path: GENERAL, section: 'AI assistant', label: 'HIPAA addon' },
  section('AI provider', Object.values(PROVIDER_LABELS).join(' ')),
  section('Git connections', 'repository github branches'),
  section('Usage events', 'telemetry tracking privacy'),
  section('Delete organization', 'remove'),
  {
    path: '/org/$slug/security',
    section: 'Two-factor sign-in',
    label: 'Require two-factor sign-in',
    description: 'Enforce a second factor (MFA) for all members.',
  },
];
