import { randomUUID } from 'node:crypto';
import { AuthError } from '../../errors/auth-error.ts';
import type { Fields } from '../../wire/read-body.ts';
import type { AttributeMapping, AttributeSource } from '../saml/describe-person.ts';
import type { SsoProvider } from './provider-rows.ts';

const NAME_ID_FORMATS: ReadonlySet<string> = new Set([
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
]);
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const RESOURCE_ID = /^[\w.:-]{1,255}$/;
const MOST_DOMAINS = 500;
const MOST_FACTS = 100;
const LONGEST_ADDRESS = 2_048;

/** Where the metadata of a provider are to come from. */
export type MetadataSource = { xml: string } | { url: string };

/** The metadata that a request gives, one way or the other; null for none. @throws {AuthError} validation_failed */
export function readSource(body: Fields): MetadataSource | null {
  const [xml, url] = [body.text('metadata_xml'), body.text('metadata_url')].map(
    (text) => text?.trim() || null,
  );
  if (xml && url) refuse('Only one of metadata_xml and metadata_url can be given');
  if (xml) return { xml };
  if (!url) return null;
  const address = URL.parse(url);
  const fits =
    address?.protocol === 'https:' &&
    url.length <= LONGEST_ADDRESS &&
    address.username === '' &&
    address.hash === '';
  return fits ? { url } : refuse('metadata_url must be an address that begins with https://');
}

/**
 * What a request says of a provider, over what was known of it. Metadata are not among it: they have to be fetched first.
 * @param known null for a new one
 * @throws {AuthError} validation_failed
 */
export function readProvider(body: Fields, known: SsoProvider | null, now: Date): SsoProvider {
  const time = now.toISOString();
  if (known === null && body.text('type') !== 'saml') refuse('Only "saml" is supported as type');
  return {
    id: known?.id ?? randomUUID(),
    resource_id: readResourceId(body) ?? known?.resource_id ?? null,
    disabled: body.flag('disabled') ?? known?.disabled ?? false,
    created_at: known?.created_at ?? time,
    updated_at: time,
    saml: {
      id: known?.saml.id ?? randomUUID(),
      entity_id: known?.saml.entity_id ?? '',
      metadata_xml: known?.saml.metadata_xml ?? '',
      metadata_url: known?.saml.metadata_url ?? null,
      attribute_mapping: readMapping(body) ?? known?.saml.attribute_mapping ?? {},
      // As other servers of this API have it: what a change does not name is taken back.
      name_id_format: readNameIdFormat(body),
      created_at: known?.saml.created_at ?? time,
      updated_at: known?.saml.updated_at ?? time,
    },
    domains: (readDomains(body) ?? known?.domains.map(({ domain }) => domain) ?? []).map((domain) => ({
      id: '',
      domain,
      created_at: time,
      updated_at: time,
    })),
  };
}

function readResourceId(body: Fields): string | null {
  const id = body.text('resource_id');
  if (id === null || id === '') return null;
  return RESOURCE_ID.test(id)
    ? id
    : refuse('resource_id must be letters, digits and . : _ -, at most 255 of them');
}

function readNameIdFormat(body: Fields): string | null {
  const format = body.text('name_id_format');
  if (format === null || format === '') return null;
  return NAME_ID_FORMATS.has(format)
    ? format
    : refuse('name_id_format is not one of those that SAML 2.0 names');
}

function readDomains(body: Fields): string[] | null {
  const value = body.raw.domains;
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || value.length > MOST_DOMAINS)
    return refuse(`domains must be a list of at most ${MOST_DOMAINS}`);
  const domains = value.map((domain) => (typeof domain === 'string' ? domain.trim().toLowerCase() : ''));
  const strange = value[domains.findIndex((domain) => !DOMAIN.test(domain))];
  if (strange !== undefined || domains.includes(''))
    refuse(`"${String(strange ?? '').slice(0, 100)}" is no domain such as example.com`);
  return [...new Set(domains)].sort();
}

function readMapping(body: Fields): AttributeMapping | null {
  const mapping = body.object('attribute_mapping');
  if (mapping === null) return null;
  const keys = mapping.keys ?? {};
  const isMapping =
    typeof keys === 'object' &&
    keys !== null &&
    !Array.isArray(keys) &&
    Object.keys(keys).length <= MOST_FACTS &&
    Object.entries(keys).every(([target, source]) => target !== '' && isSource(source));
  if (!isMapping)
    refuse('attribute_mapping must have keys, each with name or names, and perhaps default and array');
  return { keys: keys as Record<string, AttributeSource> };
}

function isSource(source: unknown): source is AttributeSource {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return false;
  const { name, names, array } = source as Record<string, unknown>;
  return (
    (name === undefined || typeof name === 'string') &&
    (names === undefined || (Array.isArray(names) && names.every((each) => typeof each === 'string'))) &&
    (array === undefined || typeof array === 'boolean')
  );
}

function refuse(message: string): never {
  throw new AuthError('validation_failed', message);
}
