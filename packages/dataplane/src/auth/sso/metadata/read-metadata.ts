import { X509Certificate } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { isPlainXml } from '../saml/check-xml.ts';

/** What has to be known of an identity provider to ask it and to believe its answers. */
export interface IdentityProvider {
  entityId: string;
  /** Where browsers take our questions, by the binding HTTP-Redirect. */
  signInUrl: string;
  /** Base64 of DER; at least one. */
  certificates: string[];
  /** From when on the description must not be used; null: it does not say. */
  validUntil: Date | null;
  /** For how long it may be kept, in seconds; null: it does not say. */
  cacheSeconds: number | null;
}

/** A description of an identity provider that cannot be used, and why, in a sentence for whoever gave it. */
export class MetadataProblem extends Error {
  override readonly name = 'MetadataProblem';
}

const LONGEST = 1024 * 1024;
const LONGEST_ENTITY_ID = 1_024;
const MOST_CERTIFICATES = 10;
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

type Element = Record<string, unknown>;

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  alwaysCreateTextNode: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/**
 * Reads the SAML 2.0 metadata of one identity provider.
 * @throws {MetadataProblem} when it is none, of several, or lacks what is needed
 */
export function readMetadata(xml: string): IdentityProvider {
  if (xml.length > LONGEST) throw new MetadataProblem('The metadata are longer than a megabyte.');
  if (!isPlainXml(xml)) throw new MetadataProblem('The metadata must be XML without definitions.');
  const entity = oneEntity(parse(xml));
  const entityId = textOf(entity['@entityID']);
  if (entityId === '' || entityId.length > LONGEST_ENTITY_ID)
    throw new MetadataProblem('The metadata name no entity ID.');
  const role = childrenOf(entity, 'IDPSSODescriptor')[0];
  if (role === undefined) throw new MetadataProblem('The metadata do not describe an identity provider.');
  return {
    entityId,
    signInUrl: signInUrlOf(role),
    certificates: certificatesOf(role),
    validUntil: earliest([entity, role].map((one) => readTime(one['@validUntil']))),
    cacheSeconds: readDuration(entity['@cacheDuration'] ?? role['@cacheDuration']),
  };
}

function parse(xml: string): Element {
  try {
    return parser.parse(xml, true) as Element;
  } catch (cause) {
    throw new MetadataProblem('The metadata are not well-formed XML.', { cause });
  }
}

function oneEntity(document: Element): Element {
  const entities = [
    ...childrenOf(document, 'EntityDescriptor'),
    ...childrenOf(document, 'EntitiesDescriptor').flatMap((all) => childrenOf(all, 'EntityDescriptor')),
  ].filter((entity) => childrenOf(entity, 'IDPSSODescriptor').length > 0);
  const [entity, another] = entities;
  if (entity === undefined) throw new MetadataProblem('The metadata do not describe an identity provider.');
  if (another !== undefined)
    throw new MetadataProblem('The metadata describe several identity providers; give those of one.');
  return entity;
}

function signInUrlOf(role: Element): string {
  const services = childrenOf(role, 'SingleSignOnService');
  const address = textOf(services.find((service) => service['@Binding'] === REDIRECT)?.['@Location']);
  const url = URL.parse(address);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '')
    return url.href;
  throw new MetadataProblem('The metadata name no single sign-on service with the binding HTTP-Redirect.');
}

function certificatesOf(role: Element): string[] {
  const texts = childrenOf(role, 'KeyDescriptor')
    .filter((key) => key['@use'] === undefined || key['@use'] === 'signing')
    .flatMap((key) => childrenOf(key, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, 'X509Data'))
    .flatMap((data) => childrenOf(data, 'X509Certificate'))
    .map((certificate) => textOf(certificate['#text']).replace(/\s+/g, ''));
  const certificates = [...new Set(texts)].slice(0, MOST_CERTIFICATES);
  if (certificates.length === 0)
    throw new MetadataProblem('The metadata hold no certificate for signatures.');
  if (!certificates.every(isCertificate))
    throw new MetadataProblem('A certificate of the metadata cannot be read.');
  return certificates;
}

function isCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey.asymmetricKeyType !== undefined;
  } catch {
    return false;
  }
}

function childrenOf(element: Element, name: string): Element[] {
  const found = Object.hasOwn(element, name) ? element[name] : [];
  const children = Array.isArray(found) ? found : [found];
  return children.filter((child) => typeof child === 'object' && child !== null) as Element[];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readTime(value: unknown): Date | null {
  const time = new Date(textOf(value));
  return Number.isNaN(time.getTime()) ? null : time;
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : new Date(Math.min(...known.map(Number)));
}

const DURATION = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})(?:\.\d+)?S)?)?$/;

/** Days and below; what has months or years is longer than anybody keeps it. */
function readDuration(value: unknown): number | null {
  const parts = DURATION.exec(textOf(value));
  if (parts === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
