import type pg from 'pg';
import { PRIVILEGE_COLUMNS, type Privilege } from './privileges.ts';
import { PLATFORM_SCHEMAS } from './project-rules.ts';

/** One object of a database, as PostgreSQL names it whatever its object id is. */
export interface CatalogObject {
  /** `table`, `table column`, `function`, `policy`, … as PostgreSQL calls it, and `multirange`. */
  readonly type: string;
  /** With every name quoted where it must be: `app."odd name"`, `own on app.people`. */
  readonly identity: string;
  /** The parts of the name as they are. */
  readonly names: readonly string[];
  readonly schema: string | null;
  /** That of the table for a column; null for other parts of objects. */
  readonly owner: string | null;
  /** Null for what knows no privileges, and for parts of extensions that have theirs still. */
  readonly privileges: readonly Privilege[] | null;
  /** Part of an extension. */
  readonly isMember: boolean;
}

/** Classes with an owner: catalog, prefix of its columns, what ACLDEFAULT calls it, which rows. */
const OWNED: [catalog: string, prefix: string, schema: string | null, acl: string | null, where: string][] = [
  [
    'pg_class',
    'rel',
    'relnamespace',
    `case when o.relkind = 'S' then 's' else 'r' end`,
    `o.relkind in ('r', 'p', 'v', 'm', 'f', 'S')`,
  ],
  [
    'pg_proc',
    'pro',
    'pronamespace',
    `'f'`,
    // Those that make a range come with its type, and belong to the superuser always.
    `not exists (select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = o.oid and d.deptype = 'i')`,
  ],
  [
    'pg_type',
    'typ',
    'typnamespace',
    `'T'`,
    `(o.typtype in ('d', 'e', 'r', 'm') or o.typtype = 'b' and o.typelem = 0
      or o.typtype = 'c' and exists (select from pg_catalog.pg_class c where c.oid = o.typrelid and c.relkind = 'c'))`,
  ],
  ['pg_namespace', 'nsp', null, `'n'`, `o.nspname !~ '^pg_' and (o.oid >= 16384 or o.nspname = 'public')`],
  ['pg_foreign_data_wrapper', 'fdw', null, `'F'`, 'true'],
  ['pg_foreign_server', 'srv', null, `'S'`, 'true'],
  ['pg_language', 'lan', null, `'l'`, 'true'],
  ['pg_collation', 'coll', 'collnamespace', null, 'true'],
  ['pg_conversion', 'con', 'connamespace', null, 'true'],
  ['pg_operator', 'opr', 'oprnamespace', null, 'true'],
  ['pg_opclass', 'opc', 'opcnamespace', null, 'true'],
  ['pg_opfamily', 'opf', 'opfnamespace', null, 'true'],
  ['pg_ts_config', 'cfg', 'cfgnamespace', null, 'true'],
  ['pg_ts_dict', 'dict', 'dictnamespace', null, 'true'],
  ['pg_statistic_ext', 'stx', 'stxnamespace', null, 'true'],
  ['pg_publication', 'pub', null, null, 'true'],
  ['pg_event_trigger', 'evt', null, null, 'true'],
];

/** Classes without one. Names that PostgreSQL gives by itself, differently in each version, are not among them. */
const OTHERS: [catalog: string, schema: string | null, where: string][] = [
  ['pg_class', 'o.relnamespace', `o.relkind in ('i', 'I') and not o.relispartition`],
  [
    'pg_constraint',
    'o.connamespace',
    `o.contype <> 'n' and o.conparentid = 0 and (o.conrelid <> 0 or o.contypid <> 0)`,
  ],
  ['pg_trigger', null, 'not o.tgisinternal and o.tgparentid = 0'],
  ['pg_policy', null, 'true'],
  ['pg_rewrite', null, `o.rulename <> '_RETURN'`],
  ['pg_cast', null, 'true'],
  ['pg_publication_rel', null, 'true'],
  ['pg_publication_namespace', null, 'true'],
  ['pg_user_mapping', null, 'true'],
  ['pg_extension', null, 'true'],
  ['pg_ts_parser', 'o.prsnamespace', 'true'],
  ['pg_ts_template', 'o.tmplnamespace', 'true'],
  ['pg_am', null, 'true'],
  ['pg_transform', null, 'true'],
];

function ownedSql([catalog, prefix, schema, kind, where]: (typeof OWNED)[number]): string {
  const owner = `o.${prefix}owner`;
  const acl =
    kind === null
      ? 'null::aclitem[]'
      : `coalesce(o.${prefix}acl, pg_catalog.acldefault((${kind})::"char", ${owner}))`;
  const own = kind === null ? 'null::aclitem[]' : `o.${prefix}acl`;
  return `select 'pg_catalog.${catalog}'::regclass::oid as class, o.oid, 0 as part, ${owner} as owner,
    ${acl} as acl, ${own} as stored, ${schema === null ? '0::oid' : `o.${schema}`} as schema,
    ${catalog === 'pg_type' ? `case o.typtype when 'm' then 'multirange' end` : 'null'} as called
    from pg_catalog.${catalog} o where ${where}`;
}

const OBJECTS = `
with objects as (
  ${OWNED.map(ownedSql).join(' union all ')}
  union all ${OTHERS.map(
    ([catalog, schema, where]) =>
      `select 'pg_catalog.${catalog}'::regclass::oid, o.oid, 0, null, null, null, ${schema ?? '0::oid'}, null from pg_catalog.${catalog} o where ${where}`,
  ).join(' union all ')}
  union all
  select 'pg_catalog.pg_class'::regclass::oid, c.oid, a.attnum, c.relowner, coalesce(a.attacl, pg_catalog.acldefault('c', c.relowner)), a.attacl, c.relnamespace, null
  from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
), known as (
  select objects.*, d.objid is not null as member, i.initprivs
  from objects
    left join pg_catalog.pg_depend d
      on d.classid = objects.class and d.objid = objects.oid and d.objsubid = 0 and d.deptype = 'e'
    left join pg_catalog.pg_init_privs i
      on i.classoid = objects.class and i.objoid = objects.oid and i.objsubid = objects.part
  where objects.oid >= 16384 or objects.class = 'pg_catalog.pg_namespace'::regclass
)
select coalesce(called, named.type) as type, named.identity, address.object_names as names, n.nspname as schema,
  case when known.owner is not null then pg_catalog.pg_get_userbyid(known.owner)::text end as owner, member as "isMember",
  case when acl is not null then coalesce((
    select pg_catalog.json_agg(p) from (select ${PRIVILEGE_COLUMNS} from pg_catalog.aclexplode(known.acl) as acl) as p
  ), '[]') end as privileges
from known
  cross join pg_catalog.pg_identify_object(class, oid, part) as named
  cross join pg_catalog.pg_identify_object_as_address(class, oid, part) as address
  left join pg_catalog.pg_namespace n on n.oid = known.schema
where (n.nspname is null or n.nspname !~ '^pg_(toast|temp)')
  and (not member or stored is distinct from initprivs)
order by 1, 2`;

/** All objects of a database that users, the platform or an extension's privileges made what they are. */
export async function catalogObjects(client: pg.Client): Promise<CatalogObject[]> {
  return (await client.query<CatalogObject>(OBJECTS)).rows;
}

/** The same for the same object of another database. */
export function keyOf({ type, identity }: CatalogObject): string {
  return `${type} ${identity}`;
}

export function isInPlatformSchema({ schema, type, names }: CatalogObject): boolean {
  return PLATFORM_SCHEMAS.includes((type === 'schema' ? names[0] : schema) ?? '');
}
