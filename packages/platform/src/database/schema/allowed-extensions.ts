import { ownerOfSchema } from '@basalt/contract';
import { quoteIdent } from '@basalt/sql';
import { changeExtension, createExtension, drop } from '@basalt/sql/definitions';
import type { ClientBase } from 'pg';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { PlatformSettings } from '../../kernel/settings.ts';
import { OWNER_ROLE } from '../../project-cluster/roles.ts';

/**
 * Extensions that PostgreSQL leaves to superusers although all that they bring are types, functions and indexes: they read neither
 * files nor the network, and make nothing outside of their schema.
 */
const HARMLESS: readonly string[] = [
  'address_standardizer',
  'address_standardizer_data_us',
  'h3',
  'hll',
  'hypopg',
  'ip4r',
  'pgrouting',
  'postgis',
  'postgis_sfcgal',
  'rum',
  'vector',
];

/** Where extensions go that nobody says anything else of: the superuser's, and in the search path. */
const USUAL_SCHEMA = 'extensions';

/** Whether the platform creates, updates and drops this extension for the owners of projects. */
export function isAllowed(settings: Pick<PlatformSettings, 'allowedExtensions'>, name: string): boolean {
  return (settings.allowedExtensions ?? HARMLESS).includes(name);
}

/** What is known of an extension that may be the platform's to create. */
export interface ExtensionFacts {
  /** Only superusers can create it. */
  needsSuperuser: boolean;
  /** The schema that its author chose; null: any. */
  fixed_schema: string | null;
  /** Those that it needs and that are not there. */
  missing: string[];
  /** Where those are that it needs and that are there. */
  schemas_of_required: string[];
  /** Whether there is a schema with the name that was asked for, or the fixed one. */
  has_schema: boolean;
  /** Its schema is the superuser's and has nothing in it but itself. */
  is_alone: boolean;
}

const FACTS = `
select v.superuser and not v.trusted as "needsSuperuser", v.schema::pg_catalog.text as fixed_schema,
  coalesce((select pg_catalog.json_agg(r.name) from pg_catalog.unnest(v.requires) as r (name)
    where r.name not in (select extname from pg_catalog.pg_extension)), '[]') as missing,
  coalesce((select pg_catalog.json_agg(n.nspname) from pg_catalog.unnest(v.requires) as r (name)
    join pg_catalog.pg_extension e on e.extname = r.name
    join pg_catalog.pg_namespace n on n.oid = e.extnamespace), '[]') as schemas_of_required,
  exists (select from pg_catalog.pg_namespace where nspname = coalesce(v.schema, $3)) as has_schema,
  coalesce((select not exists (
      select from pg_catalog.pg_depend d
      where d.refclassid = 'pg_catalog.pg_namespace'::pg_catalog.regclass and d.refobjid = e.extnamespace
        and (d.classid, d.objid) <> ('pg_catalog.pg_extension'::pg_catalog.regclass::pg_catalog.oid, e.oid)
        and not exists (
          select from pg_catalog.pg_depend m
          where m.classid = d.classid and m.objid = d.objid and m.deptype = 'e'
            and m.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass and m.refobjid = e.oid
        )
    ) from pg_catalog.pg_extension e
    join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    join pg_catalog.pg_roles o on o.oid = n.nspowner
    where e.extname = v.name and o.rolsuper), false) as is_alone
from pg_catalog.pg_available_extension_versions() as v
join pg_catalog.pg_available_extensions() as a on a.name = v.name
where v.name = $1 and v.version = coalesce($2, a.default_version)`;

/** Asks the database about an extension. Null: the server does not have it in this version. */
export async function factsOf(
  client: ClientBase,
  {
    name,
    version,
    schema = USUAL_SCHEMA,
  }: { name: string; version?: string | undefined; schema?: string | undefined },
): Promise<ExtensionFacts | null> {
  const { rows } = await client.query<ExtensionFacts>(FACTS, [name, version ?? null, schema]);
  return rows[0] ?? null;
}

/** What a superuser's session runs, and the schemas that must be the superuser's alone for that. */
export interface SuperuserPlan {
  statements: string[];
  schemas: string[];
}

/**
 * How the platform creates an extension: in a schema that is made with it and belongs to the superuser, or in one that is the
 * superuser's already. A script that runs as a superuser so never finds anything of the project's.
 * @throws PlatformError when it needs another extension that is not the platform's to create
 */
export function planCreation(
  settings: Pick<PlatformSettings, 'allowedExtensions'>,
  wanted: { name: string; schema?: string | undefined; version?: string | undefined; cascade: boolean },
  facts: ExtensionFacts,
): SuperuserPlan {
  const foreign = facts.missing.filter((name) => !(wanted.cascade && isAllowed(settings, name)));
  if (foreign.length > 0)
    throw new PlatformError(
      'bad_request',
      `${wanted.name} needs ${foreign.join(', ')}: install it first, in the schema ${USUAL_SCHEMA}.`,
      { field: 'name' },
    );
  const schema = facts.fixed_schema ?? wanted.schema ?? USUAL_SCHEMA;
  if (schema !== USUAL_SCHEMA && ownerOfSchema(schema) !== 'project')
    throw new PlatformError('forbidden', `The schema ${schema} is not for extensions. Use ${USUAL_SCHEMA}.`, {
      field: 'schema',
    });
  const made = quoteIdent(schema);
  return {
    statements: [
      ...(facts.has_schema
        ? []
        : [
            `create schema ${made}`,
            `grant usage on schema ${made} to public`,
            `grant usage on schema ${made} to ${quoteIdent(OWNER_ROLE)} with grant option`,
          ]),
      ...createExtension({ ...wanted, schema }),
    ],
    schemas: [...(facts.has_schema ? [schema] : []), ...facts.schemas_of_required],
  };
}

/** @param schema where it is installed */
export function planUpdate(
  { name, schema }: { name: string; schema: string },
  version: string | undefined,
  facts: ExtensionFacts,
): SuperuserPlan {
  return {
    statements: changeExtension(name, { update: true, version }),
    schemas: [schema, ...facts.schemas_of_required],
  };
}

/** The schema that was made with it goes with it, if nothing else is in it. No script runs. */
export function planDrop(
  { name, schema }: { name: string; schema: string },
  cascade: boolean,
  facts: ExtensionFacts,
): SuperuserPlan {
  const isOwn = facts.is_alone && ownerOfSchema(schema) === 'project';
  return {
    statements: [
      ...drop(`extension ${quoteIdent(name)}`, cascade),
      ...(isOwn ? drop(`schema ${quoteIdent(schema)}`, false) : []),
    ],
    schemas: [],
  };
}

const OTHERS = `
select n.nspname as name
from pg_catalog.pg_namespace n
join pg_catalog.pg_roles o on o.oid = n.nspowner
where n.nspname = any ($1::pg_catalog.name[]) and n.nspname <> 'pg_catalog' and not (
  o.rolsuper
  and not exists (
    select from pg_catalog.aclexplode(n.nspacl) as a
    left join pg_catalog.pg_roles g on g.oid = a.grantee
    where a.privilege_type = 'CREATE' and not coalesce(g.rolsuper, false))
  and not exists (select from pg_catalog.pg_proc p join pg_catalog.pg_roles r on r.oid = p.proowner
    where p.pronamespace = n.oid and not r.rolsuper)
  and not exists (select from pg_catalog.pg_operator p join pg_catalog.pg_roles r on r.oid = p.oprowner
    where p.oprnamespace = n.oid and not r.rolsuper)
  and not exists (select from pg_catalog.pg_class c join pg_catalog.pg_roles r on r.oid = c.relowner
    where c.relnamespace = n.oid and not r.rolsuper)
  and not exists (select from pg_catalog.pg_type t join pg_catalog.pg_roles r on r.oid = t.typowner
    where t.typnamespace = n.oid and not r.rolsuper)
)
union all
select 'event trigger ' || t.evtname
from pg_catalog.pg_event_trigger t
join pg_catalog.pg_proc f on f.oid = t.evtfoid
join pg_catalog.pg_roles o on o.oid = f.proowner
where not o.rolsuper`;

/**
 * Looks, in the transaction itself, whether a script could find something that is not the superuser's: in its schema, in those of
 * what it needs, or in an event trigger. Nobody else can have put something there that shows only later, since the right to do so
 * is the superuser's.
 * @throws PlatformError `conflict` with the name of what is in the way
 */
export async function assertNothingElse(client: ClientBase, schemas: readonly string[]): Promise<void> {
  // What the project's owner may set for all sessions of the database is not for this one.
  await client.query(
    'set local role none; set local search_path = pg_catalog; set local standard_conforming_strings = on',
  );
  const { rows } = await client.query<{ name: string }>(OTHERS, [schemas]);
  const [found] = rows;
  if (found === undefined) return;
  throw new PlatformError(
    'conflict',
    found.name.startsWith('event trigger ')
      ? `The ${found.name} runs a function that others than the superuser can change: drop it first.`
      : `Others than the superuser can put functions into the schema ${found.name}, which would then run with its rights. Use the schema ${USUAL_SCHEMA}, or the name of one that is not there yet.`,
    { field: 'schema' },
  );
}
