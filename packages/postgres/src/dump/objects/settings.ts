import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type pg from 'pg';
import { isListSetting, listValue } from '../../values/list-settings.ts';
import { onThisDatabase } from './this-database.ts';

interface StoredSettings {
  role: string | null;
  isSuperuser: boolean;
  ofDatabase: boolean;
  /** `name=value` each. */
  settings: string[];
}

const SETTINGS = `
select r.rolname as role, coalesce(r.rolsuper, false) as "isSuperuser", s.setdatabase <> 0 as "ofDatabase",
  s.setconfig as settings
from pg_catalog.pg_db_role_setting s left join pg_catalog.pg_roles r on r.oid = s.setrole
where s.setdatabase in (
    0, (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
  ) and (s.setrole = 0 or r.rolname is not null)
order by 1 nulls first, 2`;

function parameterName(name: string): string {
  return name.split('.').map(quoteIdent).join('.');
}

/** SET for a stored setting. An empty list cannot be written down, but a session can have one, and it is taken from there. */
function assignment(name: string, value: string): { before: string; set: string } {
  const parameter = parameterName(name);
  if (!isListSetting(name)) return { before: '', set: `SET ${parameter} TO ${quoteLiteral(value)}` };
  if (value.trim() !== '') return { before: '', set: `SET ${parameter} TO ${listValue(value)}` };
  return {
    before: `PERFORM pg_catalog.set_config(${quoteLiteral(name)}, '', true);`,
    set: `SET ${parameter} FROM CURRENT`,
  };
}

/** A PL/pgSQL statement that changes a setting of a role, of the database, or of both together. */
function alteration(role: string | null, ofDatabase: boolean, change: string): string {
  const whose = role === null ? '' : `ROLE ${quoteIdent(role)}`;
  return !ofDatabase
    ? `ALTER ${whose === '' ? 'ROLE ALL' : whose} ${change};`
    : onThisDatabase(whose === '' ? 'ALTER DATABASE ' : `ALTER ${whose} IN DATABASE `, ` ${change}`);
}

function nameOf(setting: string): string {
  return setting.slice(0, setting.indexOf('='));
}

/** What a newer server does not know any more, or understands differently, must not end a restore. */
function settingStatement(role: string | null, ofDatabase: boolean, setting: string): string {
  const name = nameOf(setting);
  const { before, set } = assignment(name, setting.slice(name.length + 1));
  const alter = alteration(role, ofDatabase, set);
  return `DO ${quoteLiteral(`BEGIN
  ${before}
  ${alter}
EXCEPTION WHEN undefined_object OR invalid_parameter_value OR cant_change_runtime_param THEN
  RAISE WARNING 'The setting % was left out: %', ${quoteLiteral(name)}, SQLERRM;
END`)}`;
}

/** Statements that store the settings of roles and of the database. */
export async function storedSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<StoredSettings>(SETTINGS);
  return rows.flatMap(({ role, ofDatabase, settings }) =>
    settings.map((setting) => settingStatement(role, ofDatabase, setting)),
  );
}

/**
 * The same for a database that has settings already, those of the template: what is not in the source was taken away there,
 * unless its server does not know the parameter. Superusers keep the template's.
 */
export async function storedSettingsBeside(source: pg.Client, target: pg.Client): Promise<string[]> {
  const wanted = (await source.query<StoredSettings>(SETTINGS)).rows;
  const present = (await target.query<StoredSettings>(SETTINGS)).rows;
  const { rows } = await source.query<{ name: string }>('select name from pg_catalog.pg_settings');
  const known = new Set(rows.map(({ name }) => name));
  const keyOf = ({ role, ofDatabase }: StoredSettings, setting: string) =>
    JSON.stringify([role, ofDatabase, nameOf(setting)]);
  const kept = new Set(wanted.flatMap((entry) => entry.settings.map((setting) => keyOf(entry, setting))));
  const ofUsers = (entry: StoredSettings) => !entry.isSuperuser;
  return [
    ...present.filter(ofUsers).flatMap((entry) =>
      entry.settings
        .filter((setting) => !kept.has(keyOf(entry, setting)))
        .map(nameOf)
        .filter((name) => known.has(name) || name.includes('.'))
        .map((name) => {
          const change = alteration(entry.role, entry.ofDatabase, `RESET ${parameterName(name)}`);
          return `DO ${quoteLiteral(`BEGIN ${change} END`)}`;
        }),
    ),
    ...wanted
      .filter(ofUsers)
      .flatMap(({ role, ofDatabase, settings }) =>
        settings.map((setting) => settingStatement(role, ofDatabase, setting)),
      ),
  ];
}

/** The search path that users' code expects, as it is stored: the database's, or what a server has without any. */
export async function usualSearchPath(client: pg.Client): Promise<string> {
  const { rows } = await client.query<StoredSettings>(SETTINGS);
  const own = rows.find(({ role, ofDatabase }) => role === null && ofDatabase);
  const found = own?.settings.find((setting) => setting.startsWith('search_path='));
  return found?.slice('search_path='.length) ?? '"$user", public';
}
