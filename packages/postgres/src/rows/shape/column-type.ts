/** Joins the type of the column `a` as `b` (a row of pg_type): of a domain the one that it stands on in the end. */
export const JOIN_BASE_TYPE = `
    cross join lateral (
      with recursive up(oid, depth) as (
        select a.atttypid, 0
        union all
        select t.typbasetype, up.depth + 1
        from up
        join pg_catalog.pg_type t on t.oid = up.oid and t.typtype = 'd'
      )
      select up.oid from up order by up.depth desc limit 1
    ) as base
    join pg_catalog.pg_type b on b.oid = base.oid`;
