import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { AuthContext } from '../../auth-context.ts';
import { issuer } from '../../sessions/access-token.ts';
import type { IdentityProvider } from '../metadata/read-metadata.ts';
import type { SsoProvider } from '../providers/provider-rows.ts';
import { type Assertion, AssertionProblem, checkAssertion } from './check-assertion.ts';
import { isPlainXml, isStronglySigned } from './check-xml.ts';
import { checkSealed, findSealed, type SealedAnswer } from './open-encrypted.ts';
import type { SamlKey } from './saml-key.ts';

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const LONGEST_ANSWER = 256 * 1024;

/** The addresses by which identity providers know the project. */
export function samlAddresses(context: Pick<AuthContext, 'project' | 'settings'>): {
  entityId: string;
  acsUrl: string;
} {
  const base = (context.settings.saml_external_url || issuer(context)).replace(/\/+$/, '');
  return { entityId: `${base}/sso/saml/metadata`, acsUrl: `${base}/sso/saml/acs` };
}

type Addresses = ReturnType<typeof samlAddresses>;

function library(
  addresses: Addresses,
  key: SamlKey | null,
  provider: IdentityProvider | null,
  format: string | null,
): SAML {
  return new SAML({
    issuer: addresses.entityId,
    audience: addresses.entityId,
    callbackUrl: addresses.acsUrl,
    entryPoint: provider?.signInUrl ?? 'https://unknown.invalid/',
    // What is not there cannot be believed.
    idpCert: provider?.certificates ?? 'none',
    ...(key === null
      ? {}
      : { privateKey: key.privateKey, publicCert: key.certificate, decryptionPvk: key.privateKey }),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: format ?? PERSISTENT,
    // Whatever way of signing in the identity provider thinks right.
    disableRequestedAuthnContext: true,
    // Either signature will do; that one of them covers the assertion, the library checks in any case.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    // Times and questions are checked by `checkAssertion`, by the service's clock and the project's database.
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  });
}

/** What an identity provider has to know of the project, as XML. */
export function describeServiceProvider(addresses: Addresses, key: SamlKey): string {
  return library(addresses, key, null, null).generateServiceProviderMetadata(
    key.certificate,
    key.certificate,
  );
}

/**
 * A signed question to an identity provider: who is this?
 * @param relayState what the identity provider sends back with the answer
 */
export async function askWho(
  addresses: Addresses,
  key: SamlKey,
  {
    provider,
    metadata,
    id,
    relayState,
  }: {
    provider: SsoProvider;
    metadata: IdentityProvider;
    id: string;
    relayState: string;
  },
): Promise<string> {
  const saml = library(addresses, key, metadata, provider.saml.name_id_format);
  saml.options.generateUniqueId = () => id;
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}

/** An answer as it came in a form. @throws {AssertionProblem} */
export function readAnswer(base64: string): SealedAnswer {
  if (base64.length > LONGEST_ANSWER) throw new AssertionProblem('it is too long');
  const text = Buffer.from(base64, 'base64').toString('utf8');
  if (!isPlainXml(text)) throw new AssertionProblem('it is not plain XML');
  const answer = findSealed(text);
  if (!isStronglySigned(answer.outside))
    throw new AssertionProblem('it is not signed with SHA-256 or better');
  return answer;
}

/** The name that an answer says it is from. Not checked: it only says whose signature has to be on it. */
export function claimedIssuer({ outside }: SealedAnswer): string | null {
  const found = /<(?:[\w.-]+:)?Issuer\b[^>]*>\s*([^<>]{1,1024}?)\s*<\//.exec(outside);
  return found?.[1]?.replaceAll('&amp;', '&') ?? null;
}

/**
 * What an answer says of a person, once its signature was found to be the identity provider's.
 * @param key opens the assertion where it is encrypted; null where it is not
 * @param requestId the question that must be answered by it; null where nobody asked
 * @throws {AssertionProblem}
 */
export async function believe(
  addresses: Addresses,
  metadata: IdentityProvider,
  {
    answer,
    key,
    requestId,
    now,
  }: { answer: SealedAnswer; key: SamlKey | null; requestId: string | null; now: Date },
): Promise<Assertion> {
  if (key !== null) await checkSealed(answer, key.privateKey);
  const signed = await signedAssertion(library(addresses, key, metadata, null), answer);
  return checkAssertion(signed, { entityId: metadata.entityId, acsUrl: addresses.acsUrl, requestId, now });
}

async function signedAssertion(saml: SAML, { xml }: SealedAnswer): Promise<unknown> {
  try {
    const { profile } = await saml.validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString('base64'),
    });
    const assertion = profile?.getAssertion?.();
    if (assertion !== undefined) return assertion;
  } catch (cause) {
    throw new AssertionProblem('its signature, audience or form is not right', { cause });
  }
  throw new AssertionProblem('it holds no assertion');
}
