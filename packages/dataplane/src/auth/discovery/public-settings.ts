import type { AuthSettings } from '@basalt/project';

/** What clients may know of a project's settings, to show the right buttons. */
export function publicSettings(settings: AuthSettings): Record<string, unknown> {
  const providers = Object.entries(settings.external).map(([name, { enabled }]) => [name, enabled]);
  return {
    external: {
      ...Object.fromEntries(providers),
      anonymous_users: settings.external_anonymous_users_enabled,
      email: settings.external_email_enabled,
      phone: settings.external_phone_enabled,
    },
    disable_signup: settings.disable_signup,
    mailer_autoconfirm: settings.mailer_autoconfirm,
    phone_autoconfirm: settings.sms_autoconfirm,
    sms_provider: settings.sms_provider ?? '',
    saml_enabled: false,
    passkeys_enabled: false,
  };
}
