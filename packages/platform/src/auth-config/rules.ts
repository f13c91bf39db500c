import {
  AUTH_HOOKS,
  AUTH_SWITCHES,
  type AuthConfig,
  type AuthConfigField,
  OAUTH_PROVIDERS,
  SERVED_OAUTH_PROVIDERS,
} from '@basalt/contract';

/** What is wrong with a configuration, and which setting it is about. */
export interface AuthConfigProblem {
  field: AuthConfigField;
  text: string;
}

type Switch = (typeof AUTH_SWITCHES)[number];

/** What can be asked for but is not there. Nobody may believe to be protected by something that does nothing. */
const NOT_SERVED: readonly [RegExp, string][] = [
  [/^security_sb_forwarded_for_/, 'forwarded client addresses are'],
];
const UNKNOWN_PROVIDERS = new Set(
  OAUTH_PROVIDERS.filter((name) => !SERVED_OAUTH_PROVIDERS.includes(name)).map(
    (name) => `external_${name}_enabled`,
  ),
);
const NEEDS_ISSUER: readonly string[] = ['keycloak'];
const DANGEROUS_SCHEME = /^(javascript|data|vbscript|blob|file):$/;

/** The first thing that is wrong; null when the configuration can be used as it is. */
export function findProblem(config: AuthConfig): AuthConfigProblem | null {
  return (
    findUnserved(config) ??
    findBadAddress(config) ??
    findBadMail(config) ??
    findBadCaptcha(config) ??
    findBadSms(config) ??
    findBadProvider(config) ??
    findBadRelyingParty(config) ??
    findBadHook(config) ??
    findBadConsentPage(config)
  );
}

function findUnserved(config: AuthConfig): AuthConfigProblem | null {
  for (const field of AUTH_SWITCHES) {
    if (config[field] !== true) continue;
    const what = unservedBy(field);
    if (what !== null)
      return { field, text: `${what} not part of this version yet, so it cannot be switched on` };
  }
  return null;
}

/** What each provider of text messages needs. */
const SMS_FIELDS: Readonly<Record<string, readonly AuthConfigField[]>> = {
  messagebird: ['sms_messagebird_access_key', 'sms_messagebird_originator'],
  textlocal: ['sms_textlocal_api_key', 'sms_textlocal_sender'],
  twilio: ['sms_twilio_auth_token', 'sms_twilio_message_service_sid'],
  twilio_verify: ['sms_twilio_verify_auth_token', 'sms_twilio_verify_message_service_sid'],
  vonage: ['sms_vonage_api_key', 'sms_vonage_api_secret', 'sms_vonage_from'],
};

/** Ids by which providers know their customers, and how they begin. */
const SMS_IDS: Readonly<Record<string, readonly [field: AuthConfigField, prefix: string][]>> = {
  twilio: [['sms_twilio_account_sid', 'AC']],
  twilio_verify: [
    ['sms_twilio_verify_account_sid', 'AC'],
    ['sms_twilio_verify_message_service_sid', 'VA'],
  ],
};

function findBadSms(config: AuthConfig): AuthConfigProblem | null {
  const { sms_provider } = config;
  if (sms_provider === null) return null;
  // They become part of an address.
  const strange = SMS_IDS[sms_provider]?.find(
    ([field, prefix]) => !new RegExp(`^${prefix}[0-9a-f]{32}$`, 'i').test(String(config[field] ?? '')),
  );
  if (strange !== undefined)
    return { field: strange[0], text: `must be ${strange[1]} and 32 hexadecimal digits` };
  const missing = SMS_FIELDS[sms_provider]?.find((field) => !config[field]);
  return missing === undefined ? null : { field: missing, text: `is required with ${sms_provider}` };
}

function unservedBy(field: Switch): string | null {
  if (UNKNOWN_PROVIDERS.has(field)) return 'this provider is';
  return NOT_SERVED.find(([pattern]) => pattern.test(field))?.[1] ?? null;
}

function findBadAddress({ site_url }: AuthConfig): AuthConfigProblem | null {
  // Links in mails lead there, with tokens.
  if (site_url !== null && !DANGEROUS_SCHEME.test(new URL(site_url).protocol)) return null;
  return { field: 'site_url', text: 'must be an address that a browser or an app can open' };
}

function findBadMail(config: AuthConfig): AuthConfigProblem | null {
  const { smtp_host, smtp_port, smtp_admin_email } = config;
  if (smtp_host === null || smtp_host === '') return null;
  if (!/^[\w.:-]+$/.test(smtp_host)) return { field: 'smtp_host', text: 'must be a host name or an address' };
  if (smtp_port === null) return { field: 'smtp_port', text: 'is required with smtp_host' };
  if (smtp_admin_email === null) return { field: 'smtp_admin_email', text: 'is required with smtp_host' };
  return null;
}

function findBadCaptcha(config: AuthConfig): AuthConfigProblem | null {
  // Switched on without a secret it would refuse everybody.
  if (config.security_captcha_enabled !== true || config.security_captcha_secret) return null;
  return { field: 'security_captcha_secret', text: 'is required when captcha protection is switched on' };
}

function findBadProvider(config: AuthConfig): AuthConfigProblem | null {
  for (const name of SERVED_OAUTH_PROVIDERS) {
    const enabled = config[`external_${name}_enabled`] === true;
    const client: AuthConfigField = `external_${name}_client_id`;
    if (enabled && !config[client]) return { field: client, text: `is required when ${name} is switched on` };
    const issuer = `external_${name}_url` as AuthConfigField;
    const address = config[issuer];
    if (typeof address === 'string' && address !== '' && !isWebAddress(address))
      return { field: issuer, text: 'must be an address that begins with https:// or http://' };
    if (enabled && NEEDS_ISSUER.includes(name) && !address)
      return { field: issuer, text: `is required when ${name} is switched on` };
  }
  return null;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const WEBAUTHN_SWITCHES = [
  'passkey_enabled',
  'mfa_web_authn_enroll_enabled',
  'mfa_web_authn_verify_enabled',
] as const satisfies Switch[];
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const ADDRESS_OF_NUMBERS = /^[\d.]+$/;
/** How Android apps are told apart: the hash of the key they are signed with. */
const ANDROID_APP = /^android:apk-key-hash:[\w-]{1,128}$/;

/** Browsers ask for credentials of a domain only on its own pages, so that settings which do not fit let nobody in. */
function findBadRelyingParty(config: AuthConfig): AuthConfigProblem | null {
  const id = config.webauthn_rp_id?.trim() ?? '';
  const origins = (config.webauthn_rp_origins ?? '').split(',').flatMap((text) => text.trim() || []);
  const enabled = WEBAUTHN_SWITCHES.find((name) => config[name] === true);
  if (id === '' && enabled !== undefined)
    return { field: 'webauthn_rp_id', text: `is required with ${enabled}` };
  if (id !== '' && (!DOMAIN.test(id) || ADDRESS_OF_NUMBERS.test(id)))
    return { field: 'webauthn_rp_id', text: 'must be a domain in lower case, such as example.com' };
  if (origins.length === 0 && enabled !== undefined)
    return { field: 'webauthn_rp_origins', text: `is required with ${enabled}` };
  const strange = origins.find((origin) => !isOriginOf(id, origin));
  if (strange === undefined) return null;
  return {
    field: 'webauthn_rp_origins',
    text: `must be origins on ${id || 'the domain of webauthn_rp_id'} with https://, or http:// on localhost, separated by commas`,
  };
}

function isOriginOf(domain: string, text: string): boolean {
  if (ANDROID_APP.test(text)) return true;
  const address = URL.parse(text);
  if (address === null || address.origin !== text) return false;
  const { protocol, hostname } = address;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return false;
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** It is put behind the site's address, and must stay on that site. */
function findBadConsentPage(config: AuthConfig): AuthConfigProblem | null {
  const path = config.oauth_server_authorization_path ?? '';
  if (path === '' || /^\/[^\\#\s]*$/.test(path)) return null;
  return {
    field: 'oauth_server_authorization_path',
    text: 'must be a path that begins with a slash, such as /oauth/consent',
  };
}

const FUNCTION = /^pg-functions:\/\/postgres\/([^/]+)\/([^/]+)$/;
const NAME = /^[A-Za-z_][\w$]{0,62}$/;
/** Where requests without encryption stay on the machine. */
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|host\.docker\.internal)$/;

function findBadHook(config: AuthConfig): AuthConfigProblem | null {
  for (const hook of AUTH_HOOKS) {
    const field = `hook_${hook}_uri` as const;
    const uri = config[field];
    const enabled = config[`hook_${hook}_enabled`] === true;
    if (!uri) {
      if (enabled) return { field, text: `is required when the hook ${hook} is switched on` };
      continue;
    }
    const text = uriProblem(uri);
    if (text !== null) return { field, text };
    if (enabled && !uri.startsWith('pg-functions:') && !config[`hook_${hook}_secrets`])
      return {
        field: `hook_${hook}_secrets`,
        text: 'is required when a server is asked, so that it knows whose requests they are',
      };
  }
  return null;
}

function uriProblem(uri: string): string | null {
  if (uri.startsWith('pg-functions:')) {
    const names = FUNCTION.exec(uri)?.slice(1) ?? [];
    return names.length === 2 && names.every((name) => NAME.test(name))
      ? null
      : 'must be pg-functions://postgres/<schema>/<function>, with names of letters, digits and _';
  }
  const address = URL.parse(uri);
  if (address?.username || address?.password) return 'must not hold a user name or a password';
  if (address?.protocol === 'https:') return null;
  if (address?.protocol === 'http:' && LOCAL_HOST.test(address.hostname)) return null;
  return 'must begin with pg-functions:// or https://, or with http:// for a server on this machine';
}
