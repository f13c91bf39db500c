import type { CustomProvider } from '@basalt/contract';
import type { Pair } from '../../../ui/fields/pairs-field.tsx';

/** A provider as a form has it. */
export interface ProviderDraft {
  type: 'oidc' | 'oauth2';
  /** What follows `custom:`. */
  identifier: string;
  name: string;
  clientId: string;
  /** Empty: it stays as it is. */
  secret: string;
  issuer: string;
  discoveryUrl: string;
  authorizationUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
  /** Separated by spaces. */
  scopes: string;
  /** One per line. */
  furtherClients: string;
  /** Claims that are kept as they came, one per line. */
  keptClaims: string;
  attributes: readonly Pair[];
  parameters: readonly Pair[];
  usesPkce: boolean;
  isEmailOptional: boolean;
  skipsNonce: boolean;
}

export const PREFIX = 'custom:';

/** The form of a provider; null: of a new one. */
export function draftOf(provider: CustomProvider | null): ProviderDraft {
  return {
    type: provider?.provider_type ?? 'oidc',
    identifier: provider?.identifier.slice(PREFIX.length) ?? '',
    name: provider?.name ?? '',
    clientId: provider?.client_id ?? '',
    secret: '',
    issuer: provider?.issuer ?? '',
    discoveryUrl: provider?.discovery_url ?? '',
    authorizationUrl: provider?.authorization_url ?? '',
    tokenUrl: provider?.token_url ?? '',
    userinfoUrl: provider?.userinfo_url ?? '',
    scopes: provider?.scopes.join(' ') ?? '',
    furtherClients: provider?.acceptable_client_ids.join('\n') ?? '',
    keptClaims: provider?.custom_claims_allowlist.join('\n') ?? '',
    attributes: pairsOf(provider?.attribute_mapping ?? {}),
    parameters: pairsOf(provider?.authorization_params ?? {}),
    usesPkce: provider?.pkce_enabled ?? true,
    isEmailOptional: provider?.email_optional ?? false,
    skipsNonce: provider?.skip_nonce_check ?? false,
  };
}

/** What the API is told, apart from kind and identifier. */
export function detailsOf(draft: ProviderDraft, known: CustomProvider | null) {
  const { type, secret } = draft;
  return {
    name: draft.name.trim(),
    client_id: draft.clientId.trim(),
    ...(secret === '' ? {} : { client_secret: secret }),
    scopes: words(draft.scopes),
    acceptable_client_ids: words(draft.furtherClients),
    custom_claims_allowlist: words(draft.keptClaims),
    attribute_mapping: mappingOf(draft.attributes, known?.attribute_mapping ?? {}),
    authorization_params: recordOf(draft.parameters),
    pkce_enabled: draft.usesPkce,
    email_optional: draft.isEmailOptional,
    ...(type === 'oidc'
      ? {
          issuer: draft.issuer.trim(),
          discovery_url: draft.discoveryUrl.trim(),
          skip_nonce_check: draft.skipsNonce,
        }
      : {
          authorization_url: draft.authorizationUrl.trim(),
          token_url: draft.tokenUrl.trim(),
          userinfo_url: draft.userinfoUrl.trim(),
        }),
  };
}

/** What is missing, by field; empty when nothing is. */
export function problemsOf(
  draft: ProviderDraft,
  known: CustomProvider | null,
): Partial<Record<keyof ProviderDraft, string>> {
  const needed: (keyof ProviderDraft)[] = ['name', 'clientId'];
  if (known === null) needed.push('identifier', 'secret');
  if (draft.type === 'oidc') needed.push('issuer');
  else needed.push('authorizationUrl', 'tokenUrl', 'userinfoUrl');
  const problems = needed.filter((field) => String(draft[field]).trim() === '');
  return {
    ...Object.fromEntries(problems.map((field) => [field, 'This is needed.'])),
    ...(known === null && draft.identifier !== '' && !/^[a-z0-9:-]{1,43}$/.test(draft.identifier)
      ? { identifier: 'Up to 43 lower-case letters, digits, colons and hyphens.' }
      : {}),
  };
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function pairsOf(record: Readonly<Record<string, unknown>>): Pair[] {
  return Object.entries(record).map(([name, value], key) => ({ key, name, value: String(value) }));
}

function recordOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value.trim()]),
  );
}

/** A number or a truth value that a row shows as it was stays what it is. */
function mappingOf(
  pairs: readonly Pair[],
  before: Readonly<Record<string, unknown>>,
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(recordOf(pairs)).map(([target, source]) => {
      const known = Object.hasOwn(before, target) ? before[target] : undefined;
      const isSame = (typeof known === 'number' || typeof known === 'boolean') && String(known) === source;
      return [target, isSame ? known : source];
    }),
  );
}
