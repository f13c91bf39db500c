import { INDEX_OBJECTS } from '../objects/indexes.ts';
import { describe, type ObjectKind } from '../objects/object-scope.ts';

interface IndexUse {
  id: number;
  bytes: number;
  scans: number;
  duplicate_of: string | null;
}

const PAGE_BYTES = "pg_catalog.current_setting('block_size')::pg_catalog.int8";

/**
 * What indexes take and give. Bytes are those of the last vacuum, analyze or build, because measuring takes a lock. A duplicate is
 * neither unique nor older than the index that does the same; expressions and conditions are not compared.
 */
export const INDEX_USE: ObjectKind<IndexUse> = {
  page: INDEX_OBJECTS.page,
  topic: describe(`
select p.oid::pg_catalog.int8 as id, x.relpages * ${PAGE_BYTES} as bytes,
  coalesce(pg_catalog.pg_stat_get_numscans(p.oid), 0) as scans,
  case when not i.indisunique and not i.indisexclusion and i.indexprs is null and i.indpred is null then (
    select y.relname
    from pg_catalog.pg_index j
    join pg_catalog.pg_class y on y.oid = j.indexrelid
    where j.indrelid = i.indrelid and j.indexrelid <> i.indexrelid and y.relam = x.relam and j.indisvalid
      and j.indkey::pg_catalog.text = i.indkey::pg_catalog.text and j.indnkeyatts = i.indnkeyatts
      and j.indclass::pg_catalog.text = i.indclass::pg_catalog.text
      and j.indcollation::pg_catalog.text = i.indcollation::pg_catalog.text
      and j.indoption::pg_catalog.text = i.indoption::pg_catalog.text
      and j.indexprs is null and j.indpred is null and (j.indisunique or j.indexrelid < i.indexrelid)
    order by j.indisunique desc, y.relname
    limit 1
  ) end as duplicate_of
from page p
join pg_catalog.pg_index i on i.indexrelid = p.oid
join pg_catalog.pg_class x on x.oid = p.oid
order by p.nspname, p.relname`),
};

interface ExtensionUse {
  versions: string[];
  requires: string[];
  dependents: string[];
}

const MAX_DEPENDENTS = 50;

const MEMBERS = `select m.classid, m.objid from pg_catalog.pg_depend m
  where m.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass and m.refobjid = e.oid and m.deptype = 'e'`;

/** What stands and falls with an extension. Its id is its name. */
export const EXTENSION_USE: ObjectKind<ExtensionUse> = {
  page: `page as materialized (
  select coalesce(a.name, e.extname) as name, e.oid
  from pg_catalog.pg_available_extensions() as a
  full join pg_catalog.pg_extension e on e.extname = a.name
  where coalesce(a.name, e.extname) = $4::pg_catalog.text
)`,
  topic: describe(`
select (
    select coalesce(pg_catalog.json_agg(v.version order by v.version), '[]')
    from pg_catalog.pg_available_extension_versions() as v where v.name = e.name
  ) as versions,
  (
    select coalesce(pg_catalog.json_agg(distinct needed order by needed), '[]')
    from pg_catalog.pg_available_extension_versions() as v, pg_catalog.unnest(v.requires) as needed where v.name = e.name
  ) as requires,
  (
    select coalesce(pg_catalog.json_agg(description order by description), '[]') from (
      select distinct pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) as description
      from (${MEMBERS}) as member
      join pg_catalog.pg_depend d on d.refclassid = member.classid and d.refobjid = member.objid
      where d.deptype in ('n', 'a', 'x') and (d.classid, d.objid) not in (${MEMBERS})
        -- The parts of operator families belong to these, and these to the extension.
        and d.classid not in ('pg_catalog.pg_amop'::pg_catalog.regclass, 'pg_catalog.pg_amproc'::pg_catalog.regclass)
      limit ${MAX_DEPENDENTS}
    ) as found where description is not null
  ) as dependents
from page e`),
};
