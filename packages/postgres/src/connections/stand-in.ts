import { type ConnectionTarget, withSetting } from './connection-target.ts';

/** The same target for the role that stands in. As a startup option the role is what RESET ROLE goes back to. */
export function asStandIn(target: ConnectionTarget, standIn: string): ConnectionTarget {
  return { ...withSetting(target, 'role', target.user), user: standIn };
}

/** Gives the session the settings that the role's own connections begin with, as far as they can be had. */
export const TAKE_OVER_SETTINGS = `do $$
declare
  setting record;
begin
  for setting in
    select pg_catalog.split_part(pair, '=', 1) as name, pg_catalog.substr(pair, pg_catalog.strpos(pair, '=') + 1) as value
    from pg_catalog.pg_db_role_setting as s cross join pg_catalog.unnest(s.setconfig) as pair
    where s.setrole = (select oid from pg_catalog.pg_roles where rolname = current_user)
      and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database()))
    order by s.setdatabase
  loop
    begin
      -- What the caller asked for counts more.
      if not exists (select from pg_catalog.pg_settings as p where p.name = setting.name and p.source = 'client') then
        perform pg_catalog.set_config(setting.name, setting.value, false);
      end if;
    exception when others then
      null;
    end;
  end loop;
end
$$`;
