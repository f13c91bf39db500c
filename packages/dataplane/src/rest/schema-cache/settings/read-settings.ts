import type { RestSettings } from '@basalt/project';
import type { CatalogClient } from '../catalog/catalog-client.ts';
import type { DatabaseRestSettings, SchemaCache } from '../schema-cache.ts';
import { parseSettings } from './parse-settings.ts';
import { SETTINGS_SQL } from './settings-sql.ts';

interface StoredSettings {
  version: string;
  makesGeoJson: boolean;
  roles: Record<string, Record<string, string>>;
}

export interface ReadSettings extends Pick<SchemaCache, 'roleSettings'> {
  settings: DatabaseRestSettings;
  /** The server's, in full. */
  version: string;
  makesGeoJson: boolean;
}

/** The settings in force, those of the roles that a request may take over, and what the server can do. */
export async function readSettings(client: CatalogClient, project: RestSettings): Promise<ReadSettings> {
  const { rows } = await client.query(SETTINGS_SQL);
  const [row] = rows as { settings: string }[];
  const { version, makesGeoJson, roles } = JSON.parse(row?.settings ?? '{}') as StoredSettings;
  const { authenticator = {}, ...others } = roles;
  return {
    settings: parseSettings(project, authenticator),
    roleSettings: new Map(
      Object.entries(others).map(([role, settings]) => [role, new Map(Object.entries(settings))]),
    ),
    version,
    makesGeoJson,
  };
}
