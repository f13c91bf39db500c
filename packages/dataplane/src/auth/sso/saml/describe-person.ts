import { AuthError } from '../../errors/auth-error.ts';
import type { ProviderProfile } from '../../oauth/providers/oauth-provider.ts';
import type { Assertion, SamlAttribute } from './check-assertion.ts';

/** How a fact about a person is read from what the identity provider tells. */
export interface AttributeSource {
  name?: string;
  names?: string[];
  /** Where no attribute has a value. */
  default?: unknown;
  /** All values, and not the first one. */
  array?: boolean;
}
/** By the name that the fact has here. */
export interface AttributeMapping {
  keys?: Record<string, AttributeSource>;
}

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'email',
];
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,254}$/;
/** Facts that have a place of their own; all others are custom claims. */
const STANDARD: ReadonlySet<string> = new Set([
  ...['name', 'family_name', 'given_name', 'middle_name', 'nickname', 'preferred_username', 'profile'],
  ...[
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'full_name',
    'avatar_url',
    'user_name',
  ],
]);
/** What decides who somebody is or may do comes from elsewhere. */
const OURS: ReadonlySet<string> = new Set([
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'email',
  'email_verified',
  'phone_verified',
]);
const LONGEST = 1_024;

/**
 * A person as an identity provider tells of them.
 * @throws {AuthError} saml_assertion_no_user_id, saml_assertion_no_email
 */
export function describePerson(
  { nameId, attributes }: Assertion,
  mapping: AttributeMapping,
  entityId: string,
): ProviderProfile {
  const lasting = nameId !== null && nameId.format !== TRANSIENT ? nameId.value : '';
  const subject = firstValue(attributes, [SUBJECT_ID]) ?? lasting;
  if (subject === '' || subject.length > LONGEST) throw new AuthError('saml_assertion_no_user_id');
  const keys = mapping.keys ?? {};
  const mapped = Object.entries(keys).flatMap(([target, source]) => {
    const value = mappedValue(attributes, source);
    return value === undefined ? [] : [[target, value] as const];
  });
  const email =
    [
      mapped.find(([target]) => target === 'email')?.[1],
      firstValue(attributes, EMAIL_ATTRIBUTES),
      nameId?.format === EMAIL_FORMAT || EMAIL.test(nameId?.value ?? '') ? nameId?.value : undefined,
    ].find((text): text is string => typeof text === 'string' && EMAIL.test(text)) ?? null;
  if (email === null) throw new AuthError('saml_assertion_no_email');
  const facts = mapped.filter(([target]) => !OURS.has(target));
  const custom = facts.filter(([target]) => !STANDARD.has(target));
  return {
    subject,
    email: email.toLowerCase(),
    emailVerified: true,
    data: {
      iss: entityId,
      sub: subject,
      email: email.toLowerCase(),
      email_verified: true,
      phone_verified: false,
      ...Object.fromEntries(facts.filter(([target]) => STANDARD.has(target))),
      ...(custom.length === 0 ? {} : { custom_claims: Object.fromEntries(custom) }),
    },
  };
}

function mappedValue(attributes: readonly SamlAttribute[], source: AttributeSource): unknown {
  const names = [...(source.name === undefined ? [] : [source.name]), ...(source.names ?? [])];
  for (const name of names) {
    const values = valuesOf(attributes, name);
    if (values.length > 0) return source.array === true ? values : values[0];
  }
  return source.default;
}

function firstValue(attributes: readonly SamlAttribute[], names: readonly string[]): string | undefined {
  return names.flatMap((name) => valuesOf(attributes, name))[0];
}

function valuesOf(attributes: readonly SamlAttribute[], name: string): string[] {
  const wanted = name.toLowerCase();
  return attributes
    .filter((one) => one.name.toLowerCase() === wanted || one.friendlyName.toLowerCase() === wanted)
    .flatMap(({ values }) => values)
    .filter((value) => value !== '');
}
