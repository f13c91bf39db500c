import type { DataApiConfig } from './data-api.ts';
import type { RealtimeConfig } from './realtime-config.ts';

// What a new project has. Without the schemas, which gateways do not load.

export const DATA_API_DEFAULTS: Readonly<
  Pick<DataApiConfig, 'db_schema' | 'db_extra_search_path' | 'max_rows' | 'db_pool'>
> = {
  db_schema: 'public,graphql_public',
  db_extra_search_path: 'public,extensions',
  max_rows: 1_000,
  db_pool: null,
};

export const REALTIME_DEFAULTS: Readonly<RealtimeConfig> = {
  private_only: false,
  max_concurrent_users: 200,
  max_events_per_second: 100,
  max_channels_per_client: 100,
  max_joins_per_second: 100,
  max_presence_events_per_second: 20,
  max_payload_size_in_kb: 3_072,
  suspend: false,
  presence_enabled: true,
  connection_pool: 2,
  max_bytes_per_second: 100_000,
};
