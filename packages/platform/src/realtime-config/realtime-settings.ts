import type { RealtimeConfig } from '@basalt/contract';
import { REALTIME_DEFAULTS } from '@basalt/contract/api-defaults';
import type { RealtimeSettings } from '@basalt/project';
import type { Database } from '../kernel/open-database.ts';
import type { StoredRealtime } from '../kernel/schema.ts';

const KILOBYTE = 1024;

export async function readStoredRealtime(db: Database, projectId: number): Promise<StoredRealtime> {
  const { realtime } = await db
    .selectFrom('project_api_settings')
    .select('realtime')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return realtime;
}

/** What was set, over what a new project has, in the words of the management API. */
export function presentRealtimeConfig({ sockets_ended_at: _, ...stored }: StoredRealtime): RealtimeConfig {
  return { ...REALTIME_DEFAULTS, ...stored };
}

/** The same for the gateway. */
export function realtimeSettingsOf(stored: StoredRealtime): RealtimeSettings {
  const config = presentRealtimeConfig(stored);
  return {
    isOn: !config.suspend,
    privateOnly: config.private_only,
    hasPresence: config.presence_enabled,
    socketsPerProject: config.max_concurrent_users,
    channelsPerSocket: config.max_channels_per_client,
    joinsPerSecond: config.max_joins_per_second,
    messagesPerSecond: config.max_events_per_second,
    presenceMessagesPerSecond: config.max_presence_events_per_second,
    payloadBytes: config.max_payload_size_in_kb * KILOBYTE,
    socketsEndedAt: stored.sockets_ended_at ?? null,
  };
}
