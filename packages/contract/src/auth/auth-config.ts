import { oc } from '@orpc/contract';
import * as z from 'zod';
import { moment, projectRef, WELL_FORMED } from '../shared/names.ts';
import {
  AUTH_LINES,
  AUTH_NUMBERS,
  AUTH_SECRETS,
  AUTH_SWITCHES,
  AUTH_TEMPLATES,
  HOOK_SECRETS,
  PASSWORD_CHARACTER_RULES,
  SECRET_MASK,
} from './auth-config-fields.ts';

const storable = z
  .string()
  .refine((value) => !value.includes('\u0000'), 'must not contain a NUL character')
  .refine(...WELL_FORMED);
const line = storable
  .max(4_096)
  .refine((value) => !/[\r\n]/.test(value), 'must be one line')
  .nullable();
const template = storable.max(256 * 1_024).nullable();
const secret = storable.max(8_192).nullable();
const address = storable
  .max(2_048)
  .refine((value) => !value.includes(','), 'must be one address, without commas')
  .refine((value) => URL.canParse(value), 'must be an address such as https://example.com')
  .nullable();

/** One secret that requests are signed with, or several while one is replaced. */
const SIGNING_SECRETS = /^v1,whsec_[A-Za-z0-9+/_-]{32,}={0,2}(\|v1,whsec_[A-Za-z0-9+/_-]{32,}={0,2})*$/;
const signingSecrets = secret.refine(
  (value) => !value || value === SECRET_MASK || SIGNING_SECRETS.test(value),
  'must be v1,whsec_ and at least 24 bytes in base64; several are separated by |',
);

function all<const N extends string, S extends z.ZodType>(names: readonly N[], schema: S): Record<N, S> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>;
}

type NumberField = keyof typeof AUTH_NUMBERS;
const wholeNumber = z.number().int().nullable();
const numbers = Object.fromEntries(
  Object.entries(AUTH_NUMBERS).map(([name, [least, most]]) => [
    name,
    z.number().int().min(least).max(most).nullable(),
  ]),
) as Record<NumberField, typeof wholeNumber>;

const seconds = z.number().min(0).max(2_147_483_647).nullable();

/** Everything that can be changed. Null takes a setting back to its default. */
const changeable = {
  ...all(AUTH_SWITCHES, z.boolean().nullable()),
  ...all(AUTH_LINES, line),
  ...all(AUTH_TEMPLATES, template),
  ...all(AUTH_SECRETS, secret),
  ...all(HOOK_SECRETS, signingSecrets),
  ...numbers,
  db_max_pool_size_unit: z.enum(['connections', 'percent']).nullable(),
  password_required_characters: z.enum(PASSWORD_CHARACTER_RULES).nullable(),
  saml_external_url: address,
  security_captcha_provider: z.enum(['turnstile', 'hcaptcha']).nullable(),
  /** Seconds; 0 or null: without end. */
  sessions_inactivity_timeout: seconds,
  sessions_timebox: seconds,
  sessions_tags: line.refine(
    (value) => value === null || value.split(',').every((tag) => /^\s*[\w-]*\s*$/.test(tag)),
    'must be names separated by commas',
  ),
  site_url: address,
  sms_provider: z.enum(['messagebird', 'textlocal', 'twilio', 'twilio_verify', 'vonage']).nullable(),
  /** `<phone number>=<code>` separated by commas. */
  sms_test_otp: line.refine(
    (value) => value === null || value.split(',').every((pair) => /^([0-9]{1,15}=[0-9]+)?$/.test(pair)),
    'must be pairs such as 4915112345678=123456, separated by commas',
  ),
  sms_test_otp_valid_until: moment.nullable(),
  smtp_admin_email: z.email('is not an e-mail address').max(320).nullable(),
  smtp_port: storable
    .refine((value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535, {
      error: 'must be a port number from 1 to 65535, as text',
    })
    .nullable(),
};

const changes = z.strictObject(changeable).partial();
export type AuthConfigChanges = z.infer<typeof changes>;

const flag = z.boolean().nullable();
const text = z.string().nullable();

/**
 * The whole configuration: every field has its value or its default, null without either. Secrets are masked. Checked
 * loosely: what was stored was checked when it was set.
 */
export const authConfigAnswer = z.object({
  ...all(AUTH_SWITCHES, flag),
  ...all(AUTH_LINES, text),
  ...all(AUTH_TEMPLATES, text),
  ...all(AUTH_SECRETS, text),
  ...all(Object.keys(AUTH_NUMBERS) as NumberField[], z.number().nullable()),
  db_max_pool_size_unit: text,
  password_required_characters: text,
  saml_external_url: text,
  security_captcha_provider: text,
  sessions_inactivity_timeout: z.number().nullable(),
  sessions_timebox: z.number().nullable(),
  sessions_tags: text,
  site_url: text,
  sms_provider: text,
  sms_test_otp: text,
  sms_test_otp_valid_until: text,
  smtp_admin_email: text,
  smtp_port: text,
  // These are told, but cannot be changed.
  custom_oauth_max_providers: z.number(),
  nimbus_oauth_email_optional: flag,
  security_update_password_require_current_password: flag,
  saml_allow_encrypted_assertions: flag,
});
export type AuthConfig = z.infer<typeof authConfigAnswer>;
export type AuthConfigField = keyof AuthConfig;

export const authConfig = {
  v1Get: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/auth' })
    .input(z.object({ ref: projectRef }))
    .output(authConfigAnswer),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/config/auth' })
    .input(z.strictObject({ ref: projectRef, ...changes.shape }))
    .output(authConfigAnswer),
};
