import type { SettingPlace } from '../../lib/pages/setting-place.ts';
import { HOOK_FORMS } from './hooks/hook-forms.ts';
import { PROVIDER_FORMS } from './oauth-providers.ts';
import { LIMIT_SECTIONS, OAUTH_SERVER_SECTION, SAML_SECTION, SMTP_SECTION } from './other-sections.ts';
import { SETTING_SECTIONS, type SettingSection } from './setting-sections.ts';
import { NOTIFICATION_SECTIONS, TEMPLATE_SECTIONS } from './template-sections.ts';

const pathOf = (page: string) => `/project/$ref/auth/${page}`;

const ofSections = (page: string, sections: readonly SettingSection[]): SettingPlace[] =>
  sections.flatMap(({ title: section, settings }) =>
    // Providers of text messages ask for things of the same name, one at a time.
    [...new Map(settings.map((setting) => [setting.label, setting])).values()].map(
      ({ label, description }) => ({ path: pathOf(page), section, label, description }),
    ),
  );

/** What each of several things of a kind asks for is folded: it is found by the name of the thing. */
const folded = (
  page: string,
  section: string,
  forms: readonly { label: string; settings: readonly { label: string }[] }[],
): SettingPlace[] =>
  forms.map(({ label, settings }) => ({
    path: pathOf(page),
    section,
    label,
    keywords: settings.map((setting) => setting.label).join(' '),
  }));

const mails = (sections: typeof TEMPLATE_SECTIONS) =>
  sections.map(({ title: label, settings }) => ({ label, settings }));

/** Where the settings of authentication stand. */
export const AUTH_PLACES: readonly SettingPlace[] = [
  ...folded('settings', 'Providers', PROVIDER_FORMS),
  ...ofSections('settings', SETTING_SECTIONS),
  ...ofSections('smtp', [SMTP_SECTION]),
  ...folded('templates', 'Mails', mails(TEMPLATE_SECTIONS)),
  ...folded('templates', 'Notifications', mails(NOTIFICATION_SECTIONS)),
  ...ofSections('rate-limits', LIMIT_SECTIONS),
  ...folded('hooks', 'Moments', HOOK_FORMS),
  ...ofSections('oauth-applications', [OAUTH_SERVER_SECTION]),
  ...ofSections('sso', [SAML_SECTION]),
];
