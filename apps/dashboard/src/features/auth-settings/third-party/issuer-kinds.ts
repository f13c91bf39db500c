/** Where tokens come from that a project takes beside its own, as people know it. */
export interface IssuerKind {
  value: string;
  label: string;
  field: string;
  description: string;
  placeholder: string;
  /** The issuer, as its tokens name it, of what was typed. */
  issuerOf: (typed: string) => string;
  /** Whether an issuer is one of these. */
  matches: RegExp;
}

const hostOf = (typed: string) => typed.replace(/^https?:\/\//i, '').replace(/\/.*$/, '');

/** Services whose issuers follow from one name that their customers know. */
export const ISSUER_KINDS: readonly IssuerKind[] = [
  {
    value: 'firebase',
    label: 'Firebase Auth',
    field: 'Firebase project ID',
    description: 'It stands in the settings of the Firebase project.',
    placeholder: 'quarry-12345',
    issuerOf: (typed) => `https://securetoken.google.com/${typed}`,
    matches: /^https:\/\/securetoken\.google\.com\//,
  },
  {
    value: 'auth0',
    label: 'Auth0',
    field: 'Auth0 domain',
    description: 'The domain of the tenant, or the one of your own that it signs in people at.',
    placeholder: 'quarry.eu.auth0.com',
    // Its tokens name it with the slash.
    issuerOf: (typed) => `https://${hostOf(typed)}/`,
    matches: /^https:\/\/[^/]+\.auth0\.com\/$/,
  },
  {
    value: 'clerk',
    label: 'Clerk',
    field: 'Clerk domain',
    description: 'Clerk tells it on the page of its Supabase integration.',
    placeholder: 'quarry.clerk.accounts.dev',
    issuerOf: (typed) => `https://${hostOf(typed)}`,
    matches: /^https:\/\/([^/]+\.clerk\.accounts\.dev|clerk\.[^/]+)$/,
  },
  {
    value: 'cognito',
    label: 'Amazon Cognito',
    field: 'User pool ID',
    description: 'It begins with its region.',
    placeholder: 'eu-central-1_Ab12Cd34E',
    issuerOf: (typed) =>
      `https://cognito-idp.${typed.slice(0, Math.max(0, typed.indexOf('_')))}.amazonaws.com/${typed}`,
    matches: /^https:\/\/cognito-idp\.[^/]+\.amazonaws\.com\//,
  },
  {
    value: 'workos',
    label: 'WorkOS',
    field: 'WorkOS client ID',
    description: 'It stands on the page of API keys of WorkOS.',
    placeholder: 'client_01H…',
    issuerOf: (typed) => `https://api.workos.com/user_management/${typed}`,
    matches: /^https:\/\/api\.workos\.com\//,
  },
  {
    value: 'entra',
    label: 'Microsoft Entra ID',
    field: 'Directory (tenant) ID',
    description: 'Its tokens must be of version 2, which their application’s manifest says.',
    placeholder: '00000000-0000-0000-0000-000000000000',
    issuerOf: (typed) => `https://login.microsoftonline.com/${typed}/v2.0`,
    matches: /^https:\/\/login\.microsoftonline\.com\//,
  },
];

/** What people call an issuer. */
export function kindLabel(integration: {
  type: 'oidc' | 'jwks' | 'custom';
  oidc_issuer_url: string | null;
}): string {
  const { type, oidc_issuer_url } = integration;
  const known = ISSUER_KINDS.find(({ matches }) => oidc_issuer_url !== null && matches.test(oidc_issuer_url));
  if (known !== undefined) return known.label;
  return { oidc: 'OpenID Connect', jwks: 'Address of keys', custom: 'Keys' }[type];
}
