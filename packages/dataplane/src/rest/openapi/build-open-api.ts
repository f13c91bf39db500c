import type { RelationPrivileges, SchemaPrivileges } from '@basalt/postgres/catalog';
import { rootDisabled } from '../errors/request-errors.ts';
import type { DatabaseFunction, Relation, SchemaCache } from '../schema-cache/schema-cache.ts';
import { buildDefinition } from './definitions.ts';
import { buildFunctionPath } from './function-path.ts';
import { type JsonObject, type OpenApi, objectOf } from './open-api.ts';
import { buildParameters, buildRelationPath } from './parameters.ts';

// Of a thousand tables the document has megabytes and takes a tenth of a second to make, and anybody may ask for it.
const KEPT_PER_CACHE = 6;
const kept = new WeakMap<SchemaCache, Map<string, string>>();

/** `buildOpenApi` as JSON text. Kept for as long as the schema cache lives, for the last few that differ. */
export function openApiText(cache: SchemaCache, options: OpenApiOptions): string {
  const texts = kept.get(cache) ?? new Map<string, string>();
  kept.set(cache, texts);
  const { schema, serverUrl, version, privileges } = options;
  const key = JSON.stringify([schema, serverUrl, version, privileges && plain(privileges)]);
  const text = texts.get(key) ?? JSON.stringify(buildOpenApi(cache, options));
  // Taken out and put back, so that the one least recently asked for comes first.
  texts.delete(key);
  texts.set(key, text);
  const [oldest] = texts.keys();
  if (texts.size > KEPT_PER_CACHE && oldest !== undefined) texts.delete(oldest);
  return text;
}

function plain({ relations, functions }: SchemaPrivileges) {
  return [[...relations].map(([name, allowed]) => [name, ...Object.values(allowed)]), [...functions]];
}

export interface OpenApiOptions {
  schema: string;
  /** Needed when `openapi_mode` is `follow-privileges`: what the caller may do (`PRIVILEGES_SQL`). Else null. */
  privileges: SchemaPrivileges | null;
  /** Where clients find the Data API: `https://host/ref/rest/v1`. The setting `openapi_server_proxy_uri` goes before. */
  serverUrl: string;
  /** Of the server, for `info`. */
  version: string;
}

const MEDIA_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];

const ROOT: JsonObject = {
  get: {
    tags: ['Introspection'],
    summary: 'This document',
    produces: ['application/openapi+json', 'application/json'],
    responses: { '200': { description: 'OK' } },
  },
};

const SECURITY: JsonObject = {
  securityDefinitions: {
    JWT: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The word Bearer, a space, and the token',
    },
  },
  security: [{ JWT: [] }],
};

/**
 * The OpenAPI 2.0 description of one schema: everything that is possible there, or with privileges what the caller may do.
 * Throws PGRST126 (404) when `openapi_mode` is `disabled`.
 */
export function buildOpenApi(cache: SchemaCache, options: OpenApiOptions): OpenApi {
  const { openapiMode, openapiSecurityActive, openapiServerProxyUri } = cache.settings;
  if (openapiMode === 'disabled') throw rootDisabled();
  const privileges = openapiMode === 'follow-privileges' ? (options.privileges ?? NOTHING) : null;
  const relations = visibleRelations(cache, options.schema, privileges);
  const shown = relations.map(({ relation }) => relation);
  return {
    swagger: '2.0',
    info: describeSchema(cache, options),
    ...serverAddress(publicUrl(openapiServerProxyUri, options.serverUrl)),
    consumes: MEDIA_TYPES,
    produces: MEDIA_TYPES,
    paths: objectOf([
      ['/', ROOT],
      ...relations.map(
        ({ relation, allowed }) => [path(relation.name), buildRelationPath(relation, allowed)] as const,
      ),
      ...visibleFunctions(cache, options.schema, privileges).map(
        (fn) => [`/rpc${path(fn.name)}`, buildFunctionPath(fn)] as const,
      ),
    ]),
    definitions: objectOf(
      shown.map((relation) => [relation.name, buildDefinition(cache, relation)] as const),
    ),
    parameters: buildParameters(shown),
    ...(openapiSecurityActive ? SECURITY : {}),
  };
}

const NOTHING: SchemaPrivileges = { relations: new Map(), functions: new Set() };

function path(name: string): string {
  return `/${encodeURIComponent(name)}`;
}

function visibleRelations(cache: SchemaCache, schema: string, privileges: SchemaPrivileges | null) {
  const relations = [...(cache.relations.get(schema)?.values() ?? [])].sort(byName);
  return relations
    .filter((relation) => relation.isPartition !== true)
    .map((relation) => ({ relation, allowed: allowedOn(relation, privileges) }))
    .filter(({ allowed }) => Object.values(allowed).includes(true));
}

function allowedOn(relation: Relation, privileges: SchemaPrivileges | null): RelationPrivileges {
  const granted = privileges?.relations.get(relation.name);
  const may = (action: keyof RelationPrivileges) => privileges === null || granted?.[action] === true;
  return {
    select: may('select'),
    insert: relation.insertable && may('insert'),
    update: relation.updatable && may('update'),
    delete: relation.deletable && may('delete'),
  };
}

/** One of each name: the document has no overloads. */
function visibleFunctions(cache: SchemaCache, schema: string, privileges: SchemaPrivileges | null) {
  const overloads = [...(cache.functions.get(schema)?.values() ?? [])];
  const mayCall = ({ oid }: DatabaseFunction) =>
    privileges === null || (oid !== undefined && privileges.functions.has(oid));
  return overloads.flatMap((list) => list.find(mayCall) ?? []).sort(byName);
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

/** The first line of the schema's comment is the title, the others the description. */
function describeSchema(cache: SchemaCache, { schema, version }: OpenApiOptions): JsonObject {
  const [title, ...rest] = (cache.schemaComments?.get(schema) ?? '').split('\n');
  return { title: title || `Data API of the schema ${schema}`, description: rest.join('\n').trim(), version };
}

/** What somebody stored in the database may be no URL. */
function publicUrl(stored: string | null, own: string): string {
  return stored !== null && URL.canParse(stored) ? stored : own;
}

function serverAddress(url: string): JsonObject {
  const { host, pathname, protocol } = new URL(url);
  return { schemes: [protocol.replace(':', '')], host, basePath: pathname.replace(/(?<=.)\/$/, '') };
}
