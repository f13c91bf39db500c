/** Rows `view`: oid, a space, and the stored form of its query, which says where each column comes from. */
export const VIEWS_SQL = `
select 'view' as kind, c.oid::text || ' ' || r.ev_action::text as payload
from pg_rewrite r
join pg_class c on c.oid = r.ev_class and c.relkind in ('v', 'm')
  and c.relnamespace not in (select oid from system_schemas)
where r.rulename = '_RETURN' and r.ev_type = '1'`;
