import type { AuthConfig } from '@basalt/contract';
import type { Finding, LintLevel } from '@basalt/postgres/advisors';

/** A check of a project's authentication settings. */
interface AuthLint {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly remediation: string;
  /** Null: the settings are good. */
  readonly find: (config: AuthConfig) => { detail: string; level?: LintLevel } | null;
}

const HOUR_SECONDS = 3_600;
const SHORTEST_PASSWORD = 8;

function hasPasswords({ external_email_enabled, external_phone_enabled }: AuthConfig): boolean {
  return external_email_enabled === true || external_phone_enabled === true;
}

/** How many kinds of second factors users can add and use. */
function secondFactors(config: AuthConfig): number {
  return [
    config.mfa_totp_enroll_enabled && config.mfa_totp_verify_enabled,
    config.mfa_phone_enroll_enabled && config.mfa_phone_verify_enabled,
  ].filter(Boolean).length;
}

/** The names are those of the field; what these settings cannot be set to is not asked for. */
export const AUTH_LINTS: readonly AuthLint[] = [
  {
    name: 'auth_leaked_password_protection',
    title: 'Leaked Password Protection Disabled',
    description: 'Passwords that are known from leaks are accepted. They are the first that attackers try.',
    remediation: 'Switch on “Refuse leaked passwords” in the authentication settings.',
    find: (config) =>
      hasPasswords(config) && !config.password_hibp_enabled
        ? { detail: 'Passwords are not looked up among those that have leaked.' }
        : null,
  },
  {
    name: 'password_requirements_min_length',
    title: 'Short Passwords Allowed',
    description: 'Short passwords are guessed quickly.',
    remediation: `Set the shortest password to ${SHORTEST_PASSWORD} characters or more.`,
    find: (config) => {
      const shortest = config.password_min_length ?? 0;
      return hasPasswords(config) && shortest < SHORTEST_PASSWORD
        ? { detail: `Passwords may have ${shortest} characters.` }
        : null;
    },
  },
  {
    name: 'auth_password_policy_missing',
    title: 'Insufficient Password Requirements',
    description: 'Nothing is asked of passwords but their length.',
    remediation: 'Choose which characters must be in a password.',
    find: (config) =>
      hasPasswords(config) && !config.password_required_characters
        ? { detail: 'No characters have to be in a password.', level: 'INFO' }
        : null,
  },
  {
    name: 'auth_otp_long_expiry',
    title: 'Auth OTP Long Expiry',
    description: 'Codes and links that sign somebody in are good for long: time to find them in a mailbox.',
    remediation: 'Let codes expire after an hour or less.',
    find: (config) => {
      const long = [
        config.external_email_enabled && (config.mailer_otp_exp ?? 0) > HOUR_SECONDS && 'mails',
        config.external_phone_enabled && (config.sms_otp_exp ?? 0) > HOUR_SECONDS && 'text messages',
      ].filter((words) => words !== false);
      return long.length === 0
        ? null
        : { detail: `Codes in ${long.join(' and ')} are good for longer than an hour.` };
    },
  },
  {
    name: 'auth_insufficient_mfa_options',
    title: 'Insufficient MFA Options',
    description: 'Users who want a second factor, or lose one, need a choice of them.',
    remediation: 'Switch on more ways to add and use a second factor.',
    find: (config) => {
      const count = secondFactors(config);
      if (count === 0) return { detail: 'Users cannot have a second factor.' };
      return count === 1 ? { detail: 'Users have one kind of second factor.', level: 'INFO' } : null;
    },
  },
];

/** What authentication settings make easy for attackers. */
export function authFindings(config: AuthConfig): Finding[] {
  return AUTH_LINTS.flatMap(({ find, name, title, description, remediation }) => {
    const found = find(config);
    if (found === null) return [];
    return [
      {
        name,
        title,
        description,
        remediation,
        detail: found.detail,
        level: found.level ?? 'WARN',
        facing: 'EXTERNAL',
        categories: ['SECURITY'],
        metadata: { type: 'auth', entity: 'Auth' },
        cache_key: name,
        fix: null,
      },
    ];
  });
}
