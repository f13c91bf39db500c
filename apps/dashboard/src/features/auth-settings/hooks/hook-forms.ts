import type { AuthConfig, AuthHook } from '@basalt/contract';
import { quoteIdent } from '@basalt/sql';
import type { Setting } from '../setting.ts';

export interface HookForm {
  hook: AuthHook;
  label: string;
  description: string;
  settings: readonly Setting[];
}

const FACTS: Record<AuthHook, { label: string; description: string }> = {
  before_user_created: {
    label: 'Before a user is created',
    description: 'Decides who may sign up. Users that you create or invite are not asked about.',
  },
  after_user_created: {
    label: 'After a user was created',
    description: 'Told of each user who has signed up.',
  },
  custom_access_token: {
    label: 'Access token',
    description: 'Answers with the claims of every token, at sign-in and when a session is refreshed.',
  },
  password_verification_attempt: {
    label: 'Attempt at a password',
    description: 'Told of right and wrong passwords, and may refuse further ones.',
  },
  mfa_verification_attempt: {
    label: 'Attempt at a second factor',
    description: 'Told of right and wrong codes. Refusing one ends all sessions of the user.',
  },
  send_email: {
    label: 'Send a mail',
    description: 'Sends mails in place of the mail server, with the code and the link that it is given.',
  },
  send_sms: {
    label: 'Send a text message',
    description: 'Sends codes to phones in place of the provider.',
  },
};

/** What asks the project's own code, as forms. */
export const HOOK_FORMS: readonly HookForm[] = (
  Object.entries(FACTS) as [AuthHook, (typeof FACTS)[AuthHook]][]
).map(([hook, facts]) => ({ hook, ...facts, settings: settingsOf(hook) }));

export function hookLabel(hook: AuthHook): string {
  return FACTS[hook].label;
}

function settingsOf(hook: AuthHook): readonly Setting[] {
  return [
    { kind: 'switch', name: `hook_${hook}_enabled`, label: 'Use this hook' },
    {
      kind: 'text',
      name: `hook_${hook}_uri`,
      label: 'Function or address',
      description: 'pg-functions://postgres/ with schema and function, or an address with https://.',
      placeholder: `pg-functions://postgres/public/${hook}`,
    },
    {
      kind: 'secret',
      name: `hook_${hook}_secrets`,
      label: 'Secret',
      description: 'Requests are signed with it as Standard Webhooks says. Several are separated by |.',
      when: (values: AuthConfig) => /^https?:/.test(values[`hook_${hook}_uri`] ?? ''),
    },
  ];
}

const FUNCTION = /^pg-functions:\/\/postgres\/([^/]+)\/([^/]+)$/;

/** What lets the auth service call the function of a URI, and nobody who comes through the API; null for an address. */
export function grantsFor(uri: string): string | null {
  const [, schema, name] = FUNCTION.exec(uri.trim()) ?? [];
  if (schema === undefined || name === undefined) return null;
  const called = `${quoteIdent(schema)}.${quoteIdent(name)}`;
  return [
    `grant usage on schema ${quoteIdent(schema)} to supabase_auth_admin;`,
    `grant execute on function ${called} to supabase_auth_admin;`,
    `revoke execute on function ${called} from public, anon, authenticated;`,
  ].join('\n');
}

/** A new secret of 32 random bytes. */
export function newHookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `v1,whsec_${btoa(String.fromCharCode(...bytes))}`;
}
