import type { OAuthProvider } from '@basalt/contract';
import type { Setting, SettingName } from './setting.ts';

export interface ProviderForm {
  name: OAuthProvider;
  label: string;
  /** Two letters by which the eye finds it again. */
  mark: string;
  settings: readonly Setting[];
}

interface ProviderFacts {
  label: string;
  mark: string;
  /** What its address is for; without, it has only one. */
  url?: { label: string; description: string; placeholder: string };
  secretLabel?: string;
  hasFurtherClients?: boolean;
  hasNonce?: boolean;
  /** Whether it knows nobody without an e-mail address. */
  needsEmail?: boolean;
}

const FACTS: Partial<Record<OAuthProvider, ProviderFacts>> = {
  github: { label: 'GitHub', mark: 'Gh' },
  google: { label: 'Google', mark: 'Go', hasFurtherClients: true, hasNonce: true },
  apple: { label: 'Apple', mark: 'Ap', secretLabel: 'Secret key (a signed token)', hasFurtherClients: true },
  azure: {
    label: 'Azure (Microsoft)',
    mark: 'Az',
    url: {
      label: 'Tenant URL',
      description: 'Empty: any Microsoft account.',
      placeholder: 'https://login.microsoftonline.com/tenant-id',
    },
  },
  gitlab: {
    label: 'GitLab',
    mark: 'Gl',
    url: {
      label: 'URL',
      description: 'Of a GitLab of your own. Empty: gitlab.com.',
      placeholder: 'https://gitlab.example.com',
    },
  },
  keycloak: {
    label: 'Keycloak',
    mark: 'Kc',
    url: {
      label: 'Realm URL',
      description: 'The issuer. Any OpenID Connect provider works here.',
      placeholder: 'https://keycloak.example.com/realms/my-realm',
    },
  },
  linkedin_oidc: { label: 'LinkedIn', mark: 'Li' },
  slack_oidc: { label: 'Slack', mark: 'Sl' },
  slack: { label: 'Slack (older name)', mark: 'Sl' },
  bitbucket: { label: 'Bitbucket', mark: 'Bb' },
  discord: { label: 'Discord', mark: 'Di' },
  facebook: { label: 'Facebook', mark: 'Fb' },
  figma: { label: 'Figma', mark: 'Fi' },
  kakao: { label: 'Kakao', mark: 'Ka' },
  notion: { label: 'Notion', mark: 'No' },
  spotify: { label: 'Spotify', mark: 'Sp' },
  twitch: { label: 'Twitch', mark: 'Tw' },
  workos: {
    label: 'WorkOS',
    mark: 'Wo',
    url: {
      label: 'URL',
      description: 'Of a domain of your own at WorkOS. Empty: api.workos.com.',
      placeholder: 'https://auth.example.com',
    },
    needsEmail: true,
  },
  x: { label: 'X (Twitter)', mark: 'X' },
  zoom: { label: 'Zoom', mark: 'Zo' },
};

/** The providers that users can sign in with, as forms. */
export const PROVIDER_FORMS: readonly ProviderForm[] = (
  Object.entries(FACTS) as [OAuthProvider, ProviderFacts][]
).map(([name, facts]) => ({ name, label: facts.label, mark: facts.mark, settings: settingsOf(name, facts) }));

function settingsOf(name: OAuthProvider, facts: ProviderFacts): Setting[] {
  // Providers have the same settings under names of their own.
  const named = (suffix: string) => `external_${name}_${suffix}` as SettingName;
  const { url, secretLabel = 'Client secret', hasFurtherClients, hasNonce, needsEmail } = facts;
  return [
    { kind: 'switch', name: named('enabled'), label: `Sign in with ${facts.label}` },
    { kind: 'text', name: named('client_id'), label: 'Client ID' },
    { kind: 'secret', name: named('secret'), label: secretLabel },
    ...(url === undefined ? [] : [{ kind: 'text', name: named('url'), ...url }]),
    ...(hasFurtherClients
      ? [
          {
            kind: 'list',
            name: named('additional_client_ids'),
            label: 'Further client IDs',
            description: 'Of apps that sign in with a token they got themselves. One per line.',
          },
        ]
      : []),
    ...(needsEmail
      ? []
      : [
          {
            kind: 'switch',
            name: named('email_optional'),
            label: 'Accept users without an e-mail address',
          },
        ]),
    ...(hasNonce
      ? [
          {
            kind: 'switch',
            name: named('skip_nonce_check'),
            label: 'Skip the nonce check',
            description: 'Less safe. Only for apps on iOS that cannot set a nonce.',
          },
        ]
      : []),
  ] as Setting[];
}
