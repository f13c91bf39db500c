import type { DataApiConfig, V1DataApiConfig } from '@basalt/contract';
import type { DataApi } from './read-data-api.ts';

export function presentV1DataApi({ settings }: DataApi): V1DataApiConfig {
  return settings;
}

export function presentDataApi({ settings, database }: DataApi): DataApiConfig {
  return {
    ...settings,
    rls_on_new_tables: database?.rlsOnNewTables ?? null,
    available_schemas: database?.schemas ?? null,
  };
}
