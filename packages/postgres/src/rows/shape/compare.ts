/** An operator of the default B-tree order of a type: what ORDER BY goes by. */
export interface Comparison {
  readonly schema: string;
  readonly less: string;
  readonly equal: string;
  readonly greater: string;
}

/**
 * SQL, for a type `b` (a row of pg_type): JSON of the operators by which PostgreSQL sorts it, or null. It finds the default operator class
 * as PostgreSQL does: of the type, of one that has the same form, or of all types of its kind.
 */
export const COMPARISON = `(
    select pg_catalog.json_build_object('schema', n.nspname,
      'less', pg_catalog.max(o.oprname::pg_catalog.text) filter (where p.amopstrategy = 1),
      'equal', pg_catalog.max(o.oprname::pg_catalog.text) filter (where p.amopstrategy = 3),
      'greater', pg_catalog.max(o.oprname::pg_catalog.text) filter (where p.amopstrategy = 5))
    from (
      select f.opcfamily, f.opcintype
      from pg_catalog.pg_opclass f
      join pg_catalog.pg_am m on m.oid = f.opcmethod and m.amname = 'btree'
      join pg_catalog.pg_type i on i.oid = f.opcintype
      where f.opcdefault and (f.opcintype = b.oid
        or exists (
          select from pg_catalog.pg_cast k
          where k.castsource = b.oid and k.casttarget = f.opcintype and k.castmethod = 'b' and k.castcontext = 'i')
        or f.opcintype = case b.typtype
          when 'e' then 'pg_catalog.anyenum'::pg_catalog.regtype
          when 'r' then 'pg_catalog.anyrange'::pg_catalog.regtype
          when 'm' then 'pg_catalog.anymultirange'::pg_catalog.regtype
          when 'c' then 'pg_catalog.record'::pg_catalog.regtype
          else case when b.typelem <> 0 and b.typlen = -1
            and b.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc
            then 'pg_catalog.anyarray'::pg_catalog.regtype end
        end)
      order by f.opcintype = b.oid desc, i.typispreferred desc, f.opcintype
      limit 1
    ) as f
    join pg_catalog.pg_amop p on p.amopfamily = f.opcfamily and p.amoplefttype = f.opcintype
      and p.amoprighttype = f.opcintype and p.amopstrategy in (1, 3, 5)
    join pg_catalog.pg_operator o on o.oid = p.amopopr
    join pg_catalog.pg_namespace n on n.oid = o.oprnamespace
    group by n.nspname
    having pg_catalog.count(*) = 3)`;
