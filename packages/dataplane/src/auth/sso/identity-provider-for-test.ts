import { type CipherGCM, constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { makeSelfSigned } from '@basalt/network';
import { SignedXml } from 'xml-crypto';

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';
const CIPHERS = {
  'aes256-gcm': ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'aes-256-gcm', 32, 12],
  'aes256-cbc': [`${XMLENC}aes256-cbc`, 'aes-256-cbc', 32, 16],
  'tripledes-cbc': [`${XMLENC}tripledes-cbc`, 'des-ede3-cbc', 24, 8],
} as const;

/** An answer whose assertion only one certificate's owner can read, by XML Encryption. */
function seal(xml: string, { sealedFor, sealedBy = 'aes256-gcm' }: Said): string {
  if (sealedFor === undefined) return xml;
  const isOld = sealedBy === 'rsa-1_5';
  const [algorithm, name, keyBytes, ivBytes] = CIPHERS[isOld ? 'aes256-gcm' : sealedBy];
  const [key, iv] = [randomBytes(keyBytes), randomBytes(ivBytes)];
  const cipher = createCipheriv(name, key, iv);
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? [];
  const body = Buffer.concat([iv, cipher.update(assertion, 'utf8'), cipher.final()]);
  const tag = name === 'aes-256-gcm' ? (cipher as CipherGCM).getAuthTag() : Buffer.alloc(0);
  const padding = isOld ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  const value = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  const sealedKey = value(publicEncrypt({ key: sealedFor, padding }, key));
  const oaep = `<xenc:EncryptionMethod Algorithm="${XMLENC}${isOld ? 'rsa-1_5' : 'rsa-oaep-mgf1p'}"><ds:DigestMethod Algorithm="${DSIG}sha1"/></xenc:EncryptionMethod>`;
  return xml.replace(
    assertion,
    `<saml:EncryptedAssertion xmlns:saml="${ASSERTION}"><xenc:EncryptedData xmlns:xenc="${XMLENC}" Type="${XMLENC}Element"><xenc:EncryptionMethod Algorithm="${algorithm}"/><ds:KeyInfo xmlns:ds="${DSIG}"><xenc:EncryptedKey>${oaep}${sealedKey}</xenc:EncryptedKey></ds:KeyInfo>${value(Buffer.concat([body, tag]))}</xenc:EncryptedData></saml:EncryptedAssertion>`,
  );
}

/** What an answer says, beside what it always does. */
export interface Said {
  /** Signed and hashed in a way that was good enough once. */
  isWeak?: 'signature' | 'hash';
  nameId?: string;
  nameIdFormat?: string;
  attributes?: Record<string, string[]>;
  audience?: string;
  issuer?: string;
  recipient?: string;
  inResponseTo?: string | null;
  /** Seconds from now. */
  validFor?: number;
  issuedAgo?: number;
  sessionFor?: number;
  assertionId?: string;
  /** What is signed. */
  sign?: 'assertion' | 'response' | 'nothing';
  key?: 'ours' | 'another';
  /** For whom the assertion is sealed: a certificate as PEM. */
  sealedFor?: string;
  sealedBy?: 'aes256-gcm' | 'aes256-cbc' | 'tripledes-cbc' | 'rsa-1_5';
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

async function makeKey() {
  const { key, certificate } = await makeSelfSigned({ name: 'idp', kind: 'RSA', years: 1 });
  return {
    pem: key,
    certificatePem: certificate,
    certificate: certificate.replace(/-----[^-]+-----|\s/g, ''),
  };
}

export type IdentityProviderForTest = Awaited<ReturnType<typeof startIdentityProvider>>;

/**
 * An identity provider that serves its metadata and signs people in over HTTP: a browser that comes with a question gets a form with a
 * signed answer, as the binding HTTP-POST has it. Whoever signs in there, and what is told of them, is what the test says.
 */
export async function startIdentityProvider(now: () => Date) {
  const [own, another] = await Promise.all([makeKey(), makeKey()]);
  const state = {
    said: {} as Said,
    metadata: null as string | null,
    questions: [] as URLSearchParams[],
    fetched: 0,
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', address);
    if (url.pathname === '/metadata') {
      state.fetched += 1;
      return void response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(describe());
    }
    state.questions.push(url.searchParams);
    const question = inflateRawSync(
      Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString();
    const read = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(question)?.[1] ?? '';
    const form = new URLSearchParams({
      SAMLResponse: answer(
        {
          id: read('ID'),
          acs: read('AssertionConsumerServiceURL'),
          audience: /Issuer[^>]*>([^<]+)</.exec(question)?.[1] ?? '',
        },
        state.said,
      ),
      RelayState: url.searchParams.get('RelayState') ?? '',
    });
    response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' }).end(`${form}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${address}/entity`;

  function describe(): string {
    return (
      state.metadata ??
      `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
        entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"><md:KeyDescriptor use="signing">
        <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${own.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
        </md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
        Location="${address}/sign-in"/></md:IDPSSODescriptor></md:EntityDescriptor>`
    );
  }

  /** Base64 of a signed response. */
  function answer(question: { id: string | null; acs: string; audience: string }, said: Said): string {
    const time = (seconds: number) => new Date(now().getTime() + seconds * 1000).toISOString();
    const [id, assertionId] = [
      `r${randomBytes(8).toString('hex')}`,
      said.assertionId ?? `a${randomBytes(8).toString('hex')}`,
    ];
    const inResponseTo = said.inResponseTo === undefined ? question.id : said.inResponseTo;
    const reply = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`;
    const until = time(said.validFor ?? 300);
    const made = time(-(said.issuedAgo ?? 0));
    const attributes = Object.entries(said.attributes ?? { mail: ['Ada@Example.com'] })
      .map(
        ([name, values]) =>
          `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
      )
      .join('');
    const session = said.sessionFor === undefined ? '' : ` SessionNotOnOrAfter="${time(said.sessionFor)}"`;
    const assertion = `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${assertionId}" Version="2.0" IssueInstant="${made}"><saml:Issuer>${said.issuer ?? entityId}</saml:Issuer><saml:Subject><saml:NameID Format="${said.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${said.nameId ?? 'ada'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${said.recipient ?? question.acs}"${reply}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${made}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${said.audience ?? question.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${made}"${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`;
    const response = `<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${id}" Version="2.0" IssueInstant="${made}" Destination="${question.acs}"${reply}><saml:Issuer xmlns:saml="${ASSERTION}">${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
    const sign = said.sign ?? 'assertion';
    const told = seal(sign === 'assertion' ? signed(response, 'Assertion', said) : response, said);
    return Buffer.from(sign === 'response' ? signed(told, 'Response', said) : told).toString('base64');
  }

  function signed(xml: string, element: 'Assertion' | 'Response', { key = 'ours', isWeak }: Said): string {
    const signature = new SignedXml({
      privateKey: (key === 'ours' ? own : another).pem,
      signatureAlgorithm:
        isWeak === 'signature' ? `${DSIG}rsa-sha1` : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: C14N,
    });
    const xpath = `//*[local-name(.)='${element}']`;
    signature.addReference({
      xpath,
      digestAlgorithm: isWeak === 'hash' ? `${DSIG}sha1` : SHA256,
      transforms: [`${DSIG}enveloped-signature`, C14N],
    });
    signature.computeSignature(xml, {
      location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
    });
    return signature.getSignedXml();
  }

  return {
    entityId,
    /** Its own, as PEM. */
    certificate: own.certificatePem,
    describe,
    answer,
    state,
    metadataUrl: 'https://idp.test/metadata',
    /** Requests of the server to `https://idp.test` reach the identity provider. */
    reach: (url: string) => url.replace('https://idp.test', address),
    /** What a browser does that is sent there: it brings back the form's fields. */
    visit: async (url: string): Promise<URLSearchParams> =>
      new URLSearchParams(await (await fetch(url)).text()),
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
