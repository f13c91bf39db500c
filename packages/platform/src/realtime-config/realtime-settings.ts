import type { RealtimeConfig } from '@basalt/contract';
import { DEFAULT_REALTIME, type RealtimeSettings } from '@basalt/project';
import type { Database } from '../kernel/open-database.ts';
import type { StoredRealtime } from '../kernel/schema.ts';

/** What is kept and changes nothing: connections and bytes are bounded by the server. */
const WITHOUT_EFFECT = { connection_pool: 2, max_bytes_per_second: 100_000 };

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
  return {
    private_only: DEFAULT_REALTIME.privateOnly,
    max_concurrent_users: DEFAULT_REALTIME.socketsPerProject,
    max_events_per_second: DEFAULT_REALTIME.messagesPerSecond,
    max_channels_per_client: DEFAULT_REALTIME.channelsPerSocket,
    max_joins_per_second: DEFAULT_REALTIME.joinsPerSecond,
    max_presence_events_per_second: DEFAULT_REALTIME.presenceMessagesPerSecond,
    max_payload_size_in_kb: DEFAULT_REALTIME.payloadBytes / KILOBYTE,
    suspend: !DEFAULT_REALTIME.isOn,
    presence_enabled: DEFAULT_REALTIME.hasPresence,
    ...WITHOUT_EFFECT,
    ...stored,
  };
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
