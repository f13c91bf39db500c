import type pg from 'pg';
import type { NotCompared } from './difference.ts';

/** An object, or a trait of one, that the library does not read; `definition` says all that is compared of it. */
export interface UnmodeledObject {
  readonly kind: string;
  readonly name: string;
  readonly definition: string;
}

const SCHEMAS = `not (n.nspname ~ '^pg_' or n.nspname = any ('{information_schema,basalt,auth,storage,realtime,extensions,graphql,graphql_public,vault,net,cron,supabase_functions,supabase_migrations,_realtime}'))`;
/** Whatever came with an extension, or belongs to another object, follows from that. */
const own = (catalog: string, oid: string) => `${oid} >= 16384 and not exists (
    select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.${catalog}'::pg_catalog.regclass and d.objid = ${oid} and d.deptype in ('e', 'i'))`;
const named = (schema: string, name: string) => `pg_catalog.format('%I.%I', ${schema}, ${name})`;
const ROLES = `r.rolname !~ '^(pg_|basalt_|cli_login_)' and not r.rolsuper`;
const listed = (array: string) =>
  `pg_catalog.array_to_string(array(select v from pg_catalog.unnest(${array}) v order by 1), ', ')`;
const THIS_DATABASE =
  '(select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())';

/** A kind each: what it is called for people, and a query of names and definitions. */
const KINDS: Readonly<Record<string, string>> = {
  cast: `select pg_catalog.format('%s as %s', castsource::regtype, casttarget::regtype),
      pg_catalog.concat_ws(' ', castfunc::regprocedure, castcontext, castmethod)
    from pg_catalog.pg_cast c where ${own('pg_cast', 'c.oid')}`,
  operator: `select o.oid::regoperator::text,
      pg_catalog.concat_ws(' ', oprcode, oprrest, oprjoin, oprcom::regoperator, oprnegate::regoperator, oprcanmerge, oprcanhash)
    from pg_catalog.pg_operator o join pg_catalog.pg_namespace n on n.oid = oprnamespace
    where ${own('pg_operator', 'o.oid')} and ${SCHEMAS}`,
  'operator class': `select ${named('n.nspname', 'opcname')},
      pg_catalog.concat_ws(' ', (select amname from pg_catalog.pg_am where oid = opcmethod), opcintype::regtype, opcdefault,
        opckeytype::regtype)
    from pg_catalog.pg_opclass c join pg_catalog.pg_namespace n on n.oid = opcnamespace
    where ${own('pg_opclass', 'c.oid')} and ${SCHEMAS}`,
  'operator family': `select ${named('n.nspname', 'opfname')},
      pg_catalog.concat_ws(' ', (select amname from pg_catalog.pg_am where oid = opfmethod),
        (select pg_catalog.string_agg(amopopr::regoperator || ' ' || amopstrategy, ', ' order by amopstrategy, amopopr)
          from pg_catalog.pg_amop where amopfamily = f.oid),
        (select pg_catalog.string_agg(amproc::regprocedure || ' ' || amprocnum, ', ' order by amprocnum, amproc)
          from pg_catalog.pg_amproc where amprocfamily = f.oid))
    from pg_catalog.pg_opfamily f join pg_catalog.pg_namespace n on n.oid = opfnamespace
    where ${own('pg_opfamily', 'f.oid')} and ${SCHEMAS}`,
  'text search configuration': `select ${named('n.nspname', 'cfgname')},
      pg_catalog.concat_ws(' ', (select prsname from pg_catalog.pg_ts_parser where oid = cfgparser),
        (select pg_catalog.string_agg(maptokentype || ' ' || mapdict::regdictionary, ', ' order by maptokentype, mapseqno)
          from pg_catalog.pg_ts_config_map where mapcfg = c.oid))
    from pg_catalog.pg_ts_config c join pg_catalog.pg_namespace n on n.oid = cfgnamespace
    where ${own('pg_ts_config', 'c.oid')} and ${SCHEMAS}`,
  'text search dictionary': `select ${named('n.nspname', 'dictname')},
      pg_catalog.concat_ws(' ', (select tmplname from pg_catalog.pg_ts_template where oid = dicttemplate), dictinitoption)
    from pg_catalog.pg_ts_dict c join pg_catalog.pg_namespace n on n.oid = dictnamespace
    where ${own('pg_ts_dict', 'c.oid')} and ${SCHEMAS}`,
  'text search parser': `select ${named('n.nspname', 'prsname')}, pg_catalog.concat_ws(' ', prsstart, prstoken, prsend, prsheadline, prslextype)
    from pg_catalog.pg_ts_parser c join pg_catalog.pg_namespace n on n.oid = prsnamespace
    where ${own('pg_ts_parser', 'c.oid')} and ${SCHEMAS}`,
  'text search template': `select ${named('n.nspname', 'tmplname')}, pg_catalog.concat_ws(' ', tmplinit, tmpllexize)
    from pg_catalog.pg_ts_template c join pg_catalog.pg_namespace n on n.oid = tmplnamespace
    where ${own('pg_ts_template', 'c.oid')} and ${SCHEMAS}`,
  'statistics object': `select ${named('n.nspname', 'stxname')}, pg_catalog.pg_get_statisticsobjdef(s.oid) || ' ' || coalesce(s.stxstattarget, -1)
    from pg_catalog.pg_statistic_ext s join pg_catalog.pg_namespace n on n.oid = stxnamespace
    where ${own('pg_statistic_ext', 's.oid')} and ${SCHEMAS}`,
  conversion: `select ${named('n.nspname', 'conname')}, pg_catalog.concat_ws(' ', conproc, conforencoding, contoencoding, condefault)
    from pg_catalog.pg_conversion c join pg_catalog.pg_namespace n on n.oid = connamespace
    where ${own('pg_conversion', 'c.oid')} and ${SCHEMAS}`,
  'access method': `select amname::text, pg_catalog.concat_ws(' ', amhandler, amtype)
    from pg_catalog.pg_am a where ${own('pg_am', 'a.oid')}`,
  language: `select lanname::text, pg_catalog.concat_ws(' ', lanplcallfoid::regproc, laninline::regproc, lanpltrusted)
    from pg_catalog.pg_language l where lanispl and ${own('pg_language', 'l.oid')}`,
  transform: `select pg_catalog.format('for %s language %s', trftype::regtype, lanname), pg_catalog.concat_ws(' ', trffromsql, trftosql)
    from pg_catalog.pg_transform t join pg_catalog.pg_language l on l.oid = trflang where ${own('pg_transform', 't.oid')}`,
  'privileges of a setting': `select parname, pg_catalog.concat_ws(' ', e.grantee::regrole, e.privilege_type, e.is_grantable)
    from pg_catalog.pg_parameter_acl, pg_catalog.aclexplode(paracl) e
    join pg_catalog.pg_roles r on r.oid = e.grantee where ${ROLES} and r.rolname not in ('postgres')`,
  'setting of the database': `select pg_catalog.concat_ws(' of ', pg_catalog.split_part(c, '=', 1), r.rolname), c
    from pg_catalog.pg_db_role_setting s cross join pg_catalog.unnest(setconfig) c
    left join pg_catalog.pg_roles r on r.oid = s.setrole
    where s.setdatabase = ${THIS_DATABASE} and (s.setrole = 0 or (${ROLES}))`,
  'setting of all roles': `select pg_catalog.split_part(c, '=', 1), c
    from pg_catalog.pg_db_role_setting s cross join pg_catalog.unnest(setconfig) c where setdatabase = 0 and setrole = 0`,
  'privileges on the database': `select coalesce(nullif(e.grantee, 0)::regrole::text, 'public'),
      pg_catalog.string_agg(e.privilege_type || e.is_grantable, ' ' order by e.privilege_type)
    from pg_catalog.pg_database d, pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) e left join pg_catalog.pg_roles r on r.oid = e.grantee
    where d.oid = ${THIS_DATABASE} and (e.grantee = 0 or (${ROLES})) group by 1`,
  'comment on': `select 'the database', pg_catalog.shobj_description(${THIS_DATABASE}, 'pg_database')
    union all
    select 'role ' || r.rolname, pg_catalog.shobj_description(r.oid, 'pg_authid') from pg_catalog.pg_roles r
    where ${ROLES} and pg_catalog.shobj_description(r.oid, 'pg_authid') is not null`,
  'limits of role': `select r.rolname::text, pg_catalog.concat_ws(' ', rolconnlimit, rolvaliduntil)
    from pg_catalog.pg_roles r where ${ROLES} and (rolconnlimit <> -1 or rolvaliduntil is not null)`,
  'options of column': `select pg_catalog.concat_ws('.', n.nspname, relname, attname), ${listed('attfdwoptions')}
    from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = attrelid
    join pg_catalog.pg_namespace n on n.oid = relnamespace
    where relkind = 'f' and attfdwoptions is not null and ${SCHEMAS}`,
  'statistics of column': `select pg_catalog.concat_ws('.', n.nspname, relname, attname),
      pg_catalog.concat_ws(' ', nullif(attstattarget, -1), ${listed('attoptions')})
    from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = attrelid
    join pg_catalog.pg_namespace n on n.oid = relnamespace
    where attnum > 0 and not attisdropped and (nullif(attstattarget, -1) is not null or attoptions is not null) and ${SCHEMAS}`,
  'clustering of': `select ${named('n.nspname', 't.relname')}, i.relname::text
    from pg_catalog.pg_index x join pg_catalog.pg_class i on i.oid = indexrelid
    join pg_catalog.pg_class t on t.oid = indrelid join pg_catalog.pg_namespace n on n.oid = t.relnamespace
    where indisclustered and ${SCHEMAS}`,
  'user mapping': `select pg_catalog.format('%s on %s', usename, srvname), '' from pg_catalog.pg_user_mappings`,
};

/** Names of columns in their order, which the library gives up when it makes a table before the types of some of them. */
export const ORDER = 'order of columns of';
const COLUMNS = `select ${named('n.nspname', 'relname')}, pg_catalog.json_agg(attname order by attnum)::text
  from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = attrelid
  join pg_catalog.pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'p', 'f') and not relispartition and attnum > 0 and not attisdropped and ${SCHEMAS} group by 1`;

const QUERY = Object.entries({ ...KINDS, [ORDER]: COLUMNS })
  .map(
    ([kind, sql]) =>
      `select '${kind}' as kind, found.name, coalesce(found.definition, '') as definition from (${sql}) as found (name, definition)`,
  )
  .join('\nunion all\n');

/** Everything of a database that the library leaves out without a word. */
export async function readUnmodeled(pool: pg.Pool): Promise<UnmodeledObject[]> {
  return (await pool.query<UnmodeledObject>(QUERY)).rows;
}

/** Roles that a role can become, or work with the rights of. */
export async function rolesOf(pool: pg.Pool, member: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select g.rolname as name from pg_catalog.pg_auth_members m
     join pg_catalog.pg_roles g on g.oid = m.roleid join pg_catalog.pg_roles r on r.oid = m.member
     cross join lateral (select pg_catalog.to_jsonb(m) as told) t
     where r.rolname = $1 and ((told ->> 'set_option')::boolean or (told ->> 'inherit_option')::boolean)`,
    [member],
  );
  return rows.map(({ name }) => name);
}

const MOST_NAMES = 20;

/** What is not the same on both sides, by kind. Columns count in another order only where they are the same. */
export function unlikeOnes(from: readonly UnmodeledObject[], to: readonly UnmodeledObject[]): NotCompared[] {
  const keyOf = ({ kind, name }: UnmodeledObject) => JSON.stringify([kind, name]);
  const there = new Map(from.map((each) => [keyOf(each), each]));
  const here = new Map(to.map((each) => [keyOf(each), each]));
  const unlike = new Map<string, string[]>();
  for (const [key, { kind, name }] of new Map([...there, ...here])) {
    const [before, after] = [there.get(key)?.definition, here.get(key)?.definition];
    if (before === after || (kind === ORDER && !haveSameColumns(before, after))) continue;
    unlike.set(kind, [...(unlike.get(kind) ?? []), name]);
  }
  return [...unlike].map(([kind, names]) => ({
    kind,
    names:
      names.length > MOST_NAMES
        ? [...names.slice(0, MOST_NAMES), `and ${names.length - MOST_NAMES} more`]
        : names,
  }));
}

/** Of a definition of an order. */
export const columnsOf = (order: string): string[] => JSON.parse(order);

const haveSameColumns = (one: string | undefined, other: string | undefined) =>
  one !== undefined &&
  other !== undefined &&
  JSON.stringify(columnsOf(one).toSorted()) === JSON.stringify(columnsOf(other).toSorted());
